/**
 * Reads the usual item without its schema, looking only at the fields that are present. Files hold millions of items, and
 * most of a schema's work is to find that fields are absent. Anything unusual is left to the schema.
 */
import { z } from "zod";
import {
  type DatasetItem,
  type ItemField,
  itemFields,
  itemKeys,
  itemShape,
  plainText,
  ranking,
} from "../dataset-item.ts";
import { isPlainObject } from "../keys/key-case.ts";

export interface QuickItem {
  readonly item: DatasetItem;
  readonly given: readonly ItemField[];
}

type Values = Partial<Record<ItemField, unknown>>;

/** What the schema would return, or undefined if the schema has to decide: mistakes, and two spellings of one field. */
export function readQuickItem(raw: unknown): QuickItem | undefined {
  const values = fieldsIn(raw);
  if (values === undefined) return undefined;
  const item: Values = {};
  // In the order of the schema, because files keep that order.
  for (const { field, read, fallback } of readers) {
    const value = values[field];
    if (value === undefined) {
      if (fallback !== undefined) item[field] = fallback();
    } else {
      const found = read(value);
      if (found === undefined) return undefined;
      item[field] = found;
    }
  }
  return { item: Object.freeze(item) as DatasetItem, given: Object.keys(values) as ItemField[] };
}

function fieldsIn(raw: unknown): Values | undefined {
  if (!isPlainObject(raw)) return undefined;
  const values: Values = {};
  for (const key of Object.keys(raw)) {
    const value = raw[key];
    if (value === null || value === undefined) continue;
    const field = itemKeys.spellings?.get(key) as ItemField | undefined;
    if (field === undefined || values[field] !== undefined) return undefined;
    values[field] = value;
  }
  return values;
}

interface FieldReader {
  readonly field: ItemField;
  /** The value of the field, or undefined if it does not match the schema. */
  readonly read: (value: unknown) => unknown;
  readonly fallback: (() => unknown) | undefined;
}

const readers: readonly FieldReader[] = itemFields.map((field) => {
  const schema = itemShape[field];
  const fallback = schema instanceof z.ZodDefault ? () => schema.def.defaultValue : undefined;
  return { field, fallback, read: chooseReader(schema) };
});

function chooseReader(schema: (typeof itemShape)[ItemField]): FieldReader["read"] {
  const bySchema = (value: unknown) => schema.safeParse(value).data;
  if (schema === plainText) return (value) => (typeof value === "string" ? value : undefined);
  if (schema === ranking) return (value) => readIdRanking(value) ?? bySchema(value);
  return bySchema;
}

/** Reads a ranking that consists only of ids. */
function readIdRanking(value: unknown): readonly object[] | undefined {
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string")) return undefined;
  return Object.freeze(value.map((id) => Object.freeze({ id })));
}
