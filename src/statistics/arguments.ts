/** Rejects arguments that no statistic can use; the message names the function and the argument. */

/** Throws unless the number is finite. */
export function requireFinite(value: number, place: string): void {
  if (!Number.isFinite(value)) throw new RangeError(`${place} must be a finite number, not ${value}`);
}

/** Throws unless every number is finite. */
export function requireAllFinite(values: readonly number[], place: string): void {
  for (let position = 0; position < values.length; position += 1) {
    const value = values[position] as number;
    if (!Number.isFinite(value)) requireFinite(value, `${place}[${position}]`);
  }
}

/** Throws unless every number of every row is finite. */
export function requireRows(rows: readonly (readonly number[])[], place: string): void {
  for (const [position, row] of rows.entries()) requireAllFinite(row, `${place}[${position}]`);
}

/** Throws unless the number is finite and above 0. */
export function requirePositive(value: number, place: string): void {
  if (!(value > 0 && value < Infinity)) throw new RangeError(`${place} must be a number above 0, not ${value}`);
}

/** Throws unless the number is finite and not below 0. */
export function requireNotNegative(value: number, place: string): void {
  if (!(value >= 0 && value < Infinity)) throw new RangeError(`${place} must be a number from 0 up, not ${value}`);
}

/** Throws unless the number is from 0 to 1. */
export function requireProbability(value: number, place: string): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${place} must be from 0 to 1, not ${value}`);
}

/** Throws unless the number is strictly between 0 and 1: a confidence, a level, a power. */
export function requireOpenProbability(value: number, place: string): void {
  if (!(value > 0 && value < 1)) throw new RangeError(`${place} must be between 0 and 1, not ${value}`);
}

/** Throws unless the number is a whole number of at least `least`. */
export function requireCount(value: number, place: string, least = 0): void {
  if (!Number.isInteger(value) || value < least)
    throw new RangeError(`${place} must be a whole number from ${least} up, not ${value}`);
}

/** Throws unless both are counts and the first is at most the second. */
export function requireAtMost(part: number, whole: number, places: readonly [string, string]): void {
  requireCount(part, places[0]);
  requireCount(whole, places[1]);
  if (part > whole) throw new RangeError(`${places[0]} must be at most ${places[1].replace(/.*: /, "")}, not ${part}`);
}

/** Throws unless both lists have the same length. */
export function requireSameLength(a: readonly unknown[], b: readonly unknown[], place: string): void {
  if (a.length !== b.length)
    throw new RangeError(`${place} must be equally long, not ${a.length} and ${b.length} entries`);
}

/** Throws unless the word is one of the allowed ones. */
export function requireOneOf(value: unknown, offered: readonly string[], place: string): void {
  if (!offered.includes(value as string))
    throw new RangeError(`${place} must be one of ${offered.join(", ")}, not ${String(value)}`);
}

/** Returns 1 for a pass and 0 for a fail; throws for anything else. */
export function requireOutcome(value: number | boolean, place: string): 0 | 1 {
  if (value === 1 || value === true) return 1;
  if (value === 0 || value === false) return 0;
  throw new RangeError(`${place} must be 0 or 1, not ${String(value)}`);
}

/** Throws unless a random draw is possible: a usable seed, at least one sample. */
export function requireDraws(seed: number | string, samples: number, name: string): void {
  if (typeof seed !== "string") requireFinite(seed, `${name}: seed`);
  requireCount(samples, `${name}: samples`, 1);
}
