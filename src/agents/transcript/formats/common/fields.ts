/** Reads JSON from foreign programs: a value that is missing or has another type is undefined. */

export type Fields = { readonly [key: string]: unknown };

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsAt(from: Fields | undefined, key: string): Fields | undefined {
  const value = from?.[key];
  return isFields(value) ? value : undefined;
}

export function textAt(from: Fields | undefined, key: string): string | undefined {
  const value = from?.[key];
  return typeof value === "string" ? value : undefined;
}

/** A number that is neither infinite nor NaN. */
export function numberAt(from: Fields | undefined, key: string): number | undefined {
  const value = from?.[key];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function integerAt(from: Fields | undefined, key: string): number | undefined {
  const value = numberAt(from, key);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Returns the objects in a list; an empty list if there is none. */
export function itemsAt(from: Fields | undefined, key: string): readonly Fields[] {
  const value = from?.[key];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** Parses one line as an object. Throws if it is not one; the caller adds the line number. */
export function parseEventObject(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new Error("is not JSON", { cause: error });
  }
  if (!isFields(value)) throw new Error("is not an event: expected an object");
  return value;
}
