/** Compares JSON values: equality, containment and kinds. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the kind of a JSON value; all numbers are one kind. */
export function getJsonKind(value: unknown): "null" | "array" | "object" | "string" | "number" | "boolean" {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  return kind === "string" || kind === "number" || kind === "boolean" ? kind : "object";
}

/** JSON equality: keys in any order, lists in order, values of different kinds are never equal. */
export function isJsonEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const kind = getJsonKind(one);
  if (kind !== getJsonKind(other)) return false;
  if (kind === "null") return true;
  if (kind === "array") return areListsEqual(one as readonly unknown[], other as readonly unknown[]);
  return kind === "object" && areObjectsEqual(one as JsonObject, other as JsonObject);
}

/** Whether every expected key exists with an equal value, also in nested objects. */
export function hasJsonSubset(actual: unknown, expected: unknown): boolean {
  if (getJsonKind(expected) !== "object" || getJsonKind(actual) !== "object") return isJsonEqual(actual, expected);
  const [whole, part] = [actual as JsonObject, expected as JsonObject];
  return Object.keys(part).every((key) => Object.hasOwn(whole, key) && hasJsonSubset(whole[key], part[key]));
}

function areListsEqual(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => isJsonEqual(value, other[index]));
}

function areObjectsEqual(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isJsonEqual(one[key], other[key]))
  );
}
