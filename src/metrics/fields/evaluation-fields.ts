/** Selects the part of an item that a metric uses, under canonical names, as an item or as facts for a judge. */
import { subset } from "../../core/item/change-item.ts";
import { type DatasetItem, type ItemField, itemField } from "../../core/dataset-item.ts";
import type { Json } from "../../core/json.ts";
import { rememberGivenFields } from "../../core/item/parse-item.ts";
import { type FieldMapping, readField } from "./field-mapping.ts";

/** An item with the result it should get. */
export type MetricExample = readonly [
  DatasetItem | Readonly<Record<string, unknown>>,
  { readonly score?: number | null; readonly explanation?: string },
];

/** The fields for a metric that names none. */
const defaultFields: readonly ItemField[] = [
  "query",
  "conversation",
  "actualOutput",
  "expectedOutput",
  "retrievedContent",
  "acceptanceCriteria",
  "toolsCalled",
  "expectedTools",
  "additionalInput",
  "additionalOutput",
];

export interface Viewer {
  readonly requiredFields: readonly string[];
  readonly optionalFields: readonly string[];
  readonly mapping: FieldMapping;
}

/** Lists the fields that a metric uses. */
export function listViewedFields({ requiredFields, optionalFields }: Viewer): readonly string[] {
  const named = [...new Set([...requiredFields, ...optionalFields])];
  return named.length === 0 ? defaultFields : named;
}

/** Returns an item with only the used fields; mapped values appear under the names they are mapped to. */
export function selectEvaluationFields(viewer: Viewer, item: DatasetItem): DatasetItem {
  const names = listViewedFields(viewer);
  const fields = names.filter((name): name is ItemField => itemField(name) !== undefined);
  const others = names.filter((name) => itemField(name) === undefined);
  const bare = subset(item, []);
  const found = fields.map((field) => [field, readField(item, field, viewer.mapping)] as const);
  const values = Object.fromEntries(found.filter(([, value]) => value !== undefined));
  const extra = Object.fromEntries(others.map((name) => [name, readField(item, name, viewer.mapping)]));
  const additionalInput = others.length === 0 ? {} : { additionalInput: { ...bare.additionalInput, ...extra } };
  return rememberGivenFields(Object.freeze({ ...bare, ...values, ...additionalInput }), new Set(fields));
}

/** Returns the used values of an item by name; undefined if a value is missing. */
export function readViewedValues(viewer: Viewer, item: DatasetItem): Readonly<Record<string, unknown>> {
  return Object.fromEntries(listViewedFields(viewer).map((name) => [name, readField(item, name, viewer.mapping)]));
}

/** Converts values to facts for a judge, without empty ones. */
export function toJudgeFacts(values: Readonly<Record<string, unknown>>): Readonly<Record<string, Json>> {
  const entries = Object.entries(values).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(entries) as Readonly<Record<string, Json>>;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
