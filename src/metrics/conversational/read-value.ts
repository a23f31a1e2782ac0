/** Reads values from user objects. */

/** Returns an own property; inherited properties do not count. */
export function readOwnValue(object: Readonly<Record<string, unknown>> | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Returns the text under a key, or the JSON of another value; undefined if it is empty. */
export function readTextValue(object: Readonly<Record<string, unknown>> | undefined, key: string): string | undefined {
  const value = readOwnValue(object, key);
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.trim() === "" ? undefined : text;
}
