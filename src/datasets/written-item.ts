/** An item as stored in files: the given fields in the requested spelling, without derived or null values. */
import type { DatasetItem } from "../core/dataset-item.ts";
import { isPlainObject, snakeCase } from "../core/keys/key-case.ts";
import { givenFields } from "../core/item/parse-item.ts";

export type KeySpelling = "snake" | "camel";

/** Objects that belong to the user: their keys are never changed. */
const own = new Set([
  "additionalInput",
  "additionalOutput",
  "metadata",
  "args",
  "rubrics",
  "toolOutput",
  "trace",
  "llmEvents",
]);

/** Always the id, then the given fields in schema order. */
export function writtenItem(item: DatasetItem, spelling: KeySpelling = "snake"): Record<string, unknown> {
  const given = givenFields(item);
  const fields = Object.entries(item).filter(([field]) => field === "id" || given.has(field as keyof DatasetItem));
  return Object.fromEntries(fields.map(([field, value]) => [spelt(field, spelling), written(field, value, spelling)]));
}

function written(field: string, value: unknown, spelling: KeySpelling): unknown {
  if (spelling === "camel" || own.has(field)) return value;
  if (Array.isArray(value)) return value.map((part: unknown) => written(field, part, spelling));
  // Entries of a ranking may contain anything; only their known keys are ours, and those are single words.
  if (!isPlainObject(value) || /(?:Ranking|Reference|sources)$/.test(field)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [spelt(key, spelling), written(key, part, spelling)]),
  );
}

function spelt(key: string, spelling: KeySpelling): string {
  return spelling === "snake" ? snakeCase(key) : key;
}
