/** Compares JSON values: equality, containment and kinds. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the kind of a JSON value; all numbers are one kind. */
export function kindOf(value: unknown): "null" | "array" | "object" | "string" | "number" | "boolean" {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  return kind === "string" || kind === "number" || kind === "boolean" ? kind : "object";
}

/** JSON equality: keys in any order, lists in order, values of different kinds are never equal. */
export function jsonEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const kind = kindOf(one);
  if (kind !== kindOf(other)) return false;
  if (kind === "null") return true;
  if (kind === "array") return listsEqual(one as readonly unknown[], other as readonly unknown[]);
  return kind === "object" && objectsEqual(one as JsonObject, other as JsonObject);
}

/** Whether every expected key exists with an equal value, also in nested objects. */
export function jsonContains(actual: unknown, expected: unknown): boolean {
  if (kindOf(expected) !== "object" || kindOf(actual) !== "object") return jsonEqual(actual, expected);
  const [whole, part] = [actual as JsonObject, expected as JsonObject];
  return Object.keys(part).every((key) => Object.hasOwn(whole, key) && jsonContains(whole[key], part[key]));
}

function listsEqual(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => jsonEqual(value, other[index]));
}

function objectsEqual(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && jsonEqual(one[key], other[key]))
  );
}
