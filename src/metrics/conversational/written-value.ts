/** Values of the user's own objects. */

/** What stands under a key; what every object inherits does not count. */
export function ownValue(object: Readonly<Record<string, unknown>> | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The text of a key, or the JSON of what else is there; undefined where there is nothing. */
export function writtenValue(object: Readonly<Record<string, unknown>> | undefined, key: string): string | undefined {
  const value = ownValue(object, key);
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.trim() === "" ? undefined : text;
}
