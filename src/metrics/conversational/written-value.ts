/** A value of the user's own object, as words for a judge. */

/** The text of a key, or the JSON of what else is there; undefined where there is nothing. */
export function writtenValue(object: Readonly<Record<string, unknown>> | undefined, key: string): string | undefined {
  const value = object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.trim() === "" ? undefined : text;
}
