/** Handles keys that are not fields of an item: they are collected, or left out. */
import { itemField, type ItemField } from "../../core/dataset-item.ts";
import { isPlainObject } from "../../core/keys/key-case.ts";

/** A cache, because files repeat their keys on every line. */
const fieldCache = new Map<string, ItemField | undefined>();

/** The field a key stands for, cached. */
export function findField(key: string): ItemField | undefined {
  if (fieldCache.has(key)) return fieldCache.get(key);
  const field = itemField(key);
  if (fieldCache.size < 10_000) fieldCache.set(key, field);
  return field;
}

/** Whether a record has a value for a field, in any spelling. */
export function hasField(value: Readonly<Record<string, unknown>>, field: ItemField): boolean {
  return Object.keys(value).some((key) => findField(key) === field && value[key] !== null && value[key] !== undefined);
}

/** The record with its unknown keys moved into `additionalInput` (`collect`) or removed (`ignore`). */
export function moveUnknownKeys(value: unknown, how: "collect" | "ignore", names: "memory" | "written"): unknown {
  if (!isPlainObject(value)) return value;
  const { known, own, inputKey } = splitKeys(value, names);
  if (own.length === 0 || how === "ignore") return known;
  const given = known[inputKey] ?? {};
  // Not an object: the schema reports what is wrong with it.
  return isPlainObject(given) ? { ...known, [inputKey]: { ...Object.fromEntries(own), ...given } } : known;
}

interface SplitKeys {
  readonly known: Readonly<Record<string, unknown>>;
  readonly own: readonly (readonly [string, unknown])[];
  readonly inputKey: string;
}

/** The fields of an item, the other keys, and the key under which `additionalInput` is written. */
function splitKeys(value: Readonly<Record<string, unknown>>, names: "memory" | "written"): SplitKeys {
  const known: Record<string, unknown> = {};
  const own: [string, unknown][] = [];
  let inputKey = "additionalInput";
  for (const key of Object.keys(value)) {
    const field = findField(key);
    if (field === undefined) own.push([key, value[key]]);
    // With two spellings of a field, all keys stay as written, so that the schema can compare them.
    else if (names === "memory" && field in known) return splitKeys(value, "written");
    else known[names === "written" ? key : field] = value[key];
    if (field === "additionalInput" && names === "written") inputKey = key;
  }
  return { known, own, inputKey };
}
