/** Keys that are no fields of an item: kept among the user's own, or left out. */
import { itemField, type ItemField } from "../core/dataset-item.ts";
import { isPlainObject } from "../core/key-case.ts";

/** Files repeat their keys on every line. */
const fields = new Map<string, ItemField | undefined>();

/** The field a key means, remembered. */
export function fieldOf(key: string): ItemField | undefined {
  if (fields.has(key)) return fields.get(key);
  const field = itemField(key);
  if (fields.size < 10_000) fields.set(key, field);
  return field;
}

/** Whether a record gives a value for a field, in any spelling. */
export function hasField(value: Readonly<Record<string, unknown>>, field: ItemField): boolean {
  return Object.keys(value).some((key) => fieldOf(key) === field && value[key] !== null && value[key] !== undefined);
}

/** The record with its own keys moved into `additionalInput` (`collect`), or without them (`ignore`). */
export function withoutOwnKeys(value: unknown, how: "collect" | "ignore"): unknown {
  if (!isPlainObject(value)) return value;
  const own = Object.keys(value).filter((key) => fieldOf(key) === undefined);
  if (own.length === 0) return value;
  const known = Object.fromEntries(Object.entries(value).filter(([key]) => fieldOf(key) !== undefined));
  if (how === "ignore") return known;
  const given = Object.entries(known).find(([key, part]) => fieldOf(key) === "additionalInput" && part !== null);
  // Not an object: the schema says what is wrong with it.
  if (given !== undefined && !isPlainObject(given[1])) return known;
  const collected = Object.fromEntries(own.map((key) => [key, value[key]]));
  return { ...known, [given?.[0] ?? "additionalInput"]: { ...collected, ...(given?.[1] as object | undefined) } };
}
