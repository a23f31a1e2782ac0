/** Checks whether the fields that a metric needs are present, and explains which are missing. */
import { type DatasetItem, type ItemField } from "../../core/dataset-item.ts";
import { camelCase } from "../../core/keys/key-case.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import { validateValue, describeField, type FieldMapping, readField } from "./field-mapping.ts";

export interface FieldLookup {
  readonly item: DatasetItem;
  readonly mapping: FieldMapping;
  /** Whether a blank text counts as present. */
  readonly blankIsPresent: boolean;
}

/** Null and undefined are absent, and blank text unless it counts as an answer. An empty list is present. */
export function isPresent(value: unknown, blankIsPresent: boolean): boolean {
  if (value === null || value === undefined) return false;
  return typeof value !== "string" || blankIsPresent || value.trim() !== "";
}

export type ResolvedFields =
  | { readonly status: "found"; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly status: "not-applicable" | "failed"; readonly why: string };

/** A field to look up, and whether the metric requires it. */
export interface WantedField {
  readonly name: string;
  readonly required: boolean;
}

/** Returns the values of some fields, or why a required one is missing or invalid. */
export function resolveFields(looking: FieldLookup, wanted: readonly WantedField[]): ResolvedFields {
  const fields: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const { name, required } of wanted) {
    const value = readField(looking.item, name, looking.mapping);
    if (isPresent(value, looking.blankIsPresent)) {
      const checked = isOwnField(looking.item, name, value) ? { value } : validateValue(name, value);
      if ("problem" in checked)
        return { status: "failed", why: `${describeField(name, looking.mapping)}: ${checked.problem}` };
      fields[name] = checked.value;
    } else if (required) missing.push(name);
  }
  if (missing.length === 0) return { status: "found", fields };
  return { status: "not-applicable", why: describeMissingFields(looking, missing) };
}

function isOwnField(item: DatasetItem, name: string, value: unknown): boolean {
  return Object.hasOwn(item, name) && item[name as ItemField] === value;
}

function describeMissingFields({ item, mapping }: FieldLookup, missing: readonly string[]): string {
  const names = missing.map((name) => describeField(name, mapping)).join(", ");
  const others = Object.keys(item.additionalInput);
  const near = missing.flatMap((name) => findNearestName(name, others.map(camelCase)) ?? []);
  const written = others.filter((key) => near.includes(camelCase(key)));
  const hint = written.length === 0 ? "" : ` (found similar: ${written.map((key) => `"${key}"`).join(", ")})`;
  return `the item has no ${names}${hint}`;
}
