/** Creates items from other items: a subset, an update, and the hash of an item's content. */
import { createHash } from "node:crypto";
import { type DatasetItem, itemField, type ItemField } from "../dataset-item.ts";
import { AxisError } from "../error.ts";
import { canonicalJson } from "../json.ts";
import { isPlainObject } from "../keys/key-case.ts";
import { listGivenFields, rememberGivenFields, parseItem } from "./parse-item.ts";

/** An item with only some of its fields. Nothing is derived again. */
export function subset(
  item: DatasetItem,
  fields: readonly string[],
  { keepId = true }: { readonly keepId?: boolean } = {},
): DatasetItem {
  const wanted = new Set(fields.map((written) => itemField(written) ?? unknownField(written)));
  const bare = parseItem(keepId ? { id: item.id } : {});
  const picked = [...wanted].filter((field) => item[field] !== undefined);
  const values = Object.fromEntries(picked.map((field) => [field, item[field]]));
  return rememberGivenFields(Object.freeze({ ...bare, ...values }), new Set(picked));
}

function unknownField(written: string): never {
  throw new AxisError("item-invalid", `"${written}" is not a field of an item`);
}

/** An item with changed values. Objects are merged; without `overwrite` only missing values are filled in. */
export function updateItem(
  item: DatasetItem,
  patch: Readonly<Record<string, unknown>>,
  { overwrite = true }: { readonly overwrite?: boolean } = {},
): DatasetItem {
  const given = Object.fromEntries([...listGivenFields(item)].map((field) => [field, item[field]]));
  const merged: Record<string, unknown> = { ...given, id: item.id };
  for (const [written, value] of Object.entries(patch)) {
    if (value === null || value === undefined) continue;
    const field = itemField(written) ?? unknownField(written);
    refuseQuery(item, { field, value, patch });
    merged[field] = mergeField(field, { before: overwrite ? merged[field] : item[field], value, overwrite });
  }
  return parseItem(merged);
}

interface Change {
  readonly before: unknown;
  readonly value: unknown;
  readonly overwrite: boolean;
}

function mergeField(field: ItemField, { before, value, overwrite }: Change): unknown {
  if (before === undefined) return value;
  if (field !== "conversation" && isPlainObject(before) && isPlainObject(value))
    return overwrite ? { ...before, ...value } : { ...value, ...before };
  if (overwrite) return value;
  if (field === "retrievedContent" && Array.isArray(value)) return [...new Set([...(before as unknown[]), ...value])];
  return before;
}

/** The query of a conversation is one of its messages, so it cannot be changed alone. */
function refuseQuery(
  item: DatasetItem,
  { field, value, patch }: { field: ItemField; value: unknown; patch: Readonly<Record<string, unknown>> },
): void {
  if (field !== "query" || item.conversation === undefined || value === item.query) return;
  if (Object.keys(patch).some((written) => itemField(written) === "conversation")) return;
  throw new AxisError(
    "item-invalid",
    `item ${item.id}: the query comes from the conversation and cannot be changed alone`,
    {
      hint: "Pass a new conversation instead of a new query",
    },
  );
}

/** Generated ids of calls that came without one. */
const generatedCallIds = /"id":"call_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/g;

/** SHA-256 of an item's content, ignoring its id and the generated ids of its calls. */
export function contentHash(item: DatasetItem): string {
  const { id: _, ...content } = item;
  return createHash("sha256").update(canonicalJson(content).replaceAll(generatedCallIds, '"id":""')).digest("hex");
}
