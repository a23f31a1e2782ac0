/** New items made from others: parts of one, one with a patch, and the hash of what one says. */
import { createHash } from "node:crypto";
import { type DatasetItem, itemField, type ItemField } from "../dataset-item.ts";
import { AxisError } from "../error.ts";
import { canonicalJson } from "../json.ts";
import { isPlainObject } from "../keys/key-case.ts";
import { givenFields, keepGiven, parseItem } from "./parse-item.ts";

/** An item with some of the fields only. Nothing is derived anew. */
export function subset(
  item: DatasetItem,
  fields: readonly string[],
  { keepId = true }: { readonly keepId?: boolean } = {},
): DatasetItem {
  const wanted = new Set(fields.map((written) => itemField(written) ?? unknownField(written)));
  const bare = parseItem(keepId ? { id: item.id } : {});
  const picked = [...wanted].filter((field) => item[field] !== undefined);
  const values = Object.fromEntries(picked.map((field) => [field, item[field]]));
  return keepGiven(Object.freeze({ ...bare, ...values }), new Set(picked));
}

function unknownField(written: string): never {
  throw new AxisError("item-invalid", `"${written}" is no field of an item`);
}

/** An item with other values. Objects are merged; without `overwrite` only what is absent is filled in. */
export function updateItem(
  item: DatasetItem,
  patch: Readonly<Record<string, unknown>>,
  { overwrite = true }: { readonly overwrite?: boolean } = {},
): DatasetItem {
  const given = Object.fromEntries([...givenFields(item)].map((field) => [field, item[field]]));
  const merged: Record<string, unknown> = { ...given, id: item.id };
  for (const [written, value] of Object.entries(patch)) {
    if (value === null || value === undefined) continue;
    const field = itemField(written) ?? unknownField(written);
    refuseQuery(item, { field, value, patch });
    merged[field] = joined(field, { before: overwrite ? merged[field] : item[field], value, overwrite });
  }
  return parseItem(merged);
}

interface Change {
  readonly before: unknown;
  readonly value: unknown;
  readonly overwrite: boolean;
}

function joined(field: ItemField, { before, value, overwrite }: Change): unknown {
  if (before === undefined) return value;
  if (field !== "conversation" && isPlainObject(before) && isPlainObject(value))
    return overwrite ? { ...before, ...value } : { ...value, ...before };
  if (overwrite) return value;
  if (field === "retrievedContent" && Array.isArray(value)) return [...new Set([...(before as unknown[]), ...value])];
  return before;
}

/** The query of a conversation is what somebody said in it. */
function refuseQuery(
  item: DatasetItem,
  { field, value, patch }: { field: ItemField; value: unknown; patch: Readonly<Record<string, unknown>> },
): void {
  if (field !== "query" || item.conversation === undefined || value === item.query) return;
  if (Object.keys(patch).some((written) => itemField(written) === "conversation")) return;
  throw new AxisError("item-invalid", `item ${item.id}: its query comes from its conversation`, {
    hint: "Give a new conversation instead of a new query",
  });
}

/** Ids that calls without one were given by chance. */
const givenIds = /"id":"call_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/g;

/** SHA-256 of what an item says, whatever it and its calls are named by chance. */
export function contentHash(item: DatasetItem): string {
  const { id: _, ...content } = item;
  return createHash("sha256").update(canonicalJson(content).replaceAll(givenIds, '"id":""')).digest("hex");
}
