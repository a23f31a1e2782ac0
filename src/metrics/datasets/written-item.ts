/** An item as stored in files: the given fields in the requested spelling, without derived or null values. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import { isPlainObject, snakeCase } from "../../core/keys/key-case.ts";
import { listGivenFields } from "../../core/item/parse-item.ts";

export type KeySpelling = "snake" | "camel";

/** Objects that belong to the user: their keys are never changed. */
const userFields = new Set([
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
export function toWrittenItem(item: DatasetItem, spelling: KeySpelling = "snake"): Record<string, unknown> {
  const given = listGivenFields(item);
  const fields = Object.entries(item).filter(([field]) => field === "id" || given.has(field as keyof DatasetItem));
  return Object.fromEntries(
    fields.map(([field, value]) => [spellKey(field, spelling), toWrittenValue(field, value, spelling)]),
  );
}

function toWrittenValue(field: string, value: unknown, spelling: KeySpelling): unknown {
  if (spelling === "camel" || userFields.has(field)) return value;
  if (Array.isArray(value)) return value.map((part: unknown) => toWrittenValue(field, part, spelling));
  // Entries of a ranking may contain anything; only their known keys are ours, and those are single words.
  if (!isPlainObject(value) || /(?:Ranking|Reference|sources)$/.test(field)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [spellKey(key, spelling), toWrittenValue(key, part, spelling)]),
  );
}

function spellKey(key: string, spelling: KeySpelling): string {
  return spelling === "snake" ? snakeCase(key) : key;
}
