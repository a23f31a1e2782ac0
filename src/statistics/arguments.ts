/** Refuses arguments no statistic can be made of; the message names the function and the argument. */

/** Throws unless the number is finite. */
export function requireFinite(value: number, place: string): void {
  if (!Number.isFinite(value)) throw new RangeError(`${place} must be a finite number, not ${value}`);
}

/** Throws unless every number is finite. */
export function requireAllFinite(values: readonly number[], place: string): void {
  for (const [position, value] of values.entries()) requireFinite(value, `${place}[${position}]`);
}

/** Throws unless the number is from 0 to 1. */
export function requireProbability(value: number, place: string): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${place} must be from 0 to 1, not ${value}`);
}
