/** Builds the summaries of an evaluation as rows arrive: one per metric, and one per metric and slice. */
import type { DatasetItem, ItemField } from "../../../core/dataset-item.ts";
import { isPlainObject } from "../../../core/keys/key-case.ts";
import { addKnown } from "../../../core/model/spending.ts";
import { findField } from "../../datasets/own-keys.ts";
import { Aggregate, type AggregateSubject } from "./aggregate.ts";
import type { MetricSummary } from "./metric-summary.ts";
import type { ResultRow } from "../results/row.ts";

/** The summaries of the items that share a value. */
export interface SliceSummary {
  readonly field: string;
  readonly value: string;
  readonly metrics: readonly MetricSummary[];
}

/** More slices than this would be single items rather than groups. */
const maxSlices = 200;

export class Summaries {
  readonly #subjects: ReadonlyMap<string, AggregateSubject>;
  readonly #readSlices: SliceReader;
  readonly #seed: string;
  readonly #whole = new Map<string, Aggregate>();
  readonly #slices = new Map<string, { field: string; value: string; parts: Map<string, Aggregate> }>();
  #unsliced = 0;

  constructor(subjects: readonly AggregateSubject[], { slices, seed }: { slices: readonly string[]; seed: string }) {
    this.#subjects = new Map(subjects.map((subject) => [subject.name, subject]));
    this.#readSlices = createSliceReader(slices);
    this.#seed = seed;
    for (const subject of subjects) this.#whole.set(subject.name, new Aggregate(subject, seed));
  }

  add(row: ResultRow): void {
    this.#findAggregate(this.#whole, row, this.#seed).add(row);
    for (const { field, value } of row.slices ?? noSlices) {
      const parts = this.#findSlice(field, value);
      if (parts !== undefined) this.#findAggregate(parts, row, `${this.#seed}/${field}=${value}`).add(row);
    }
  }

  /** Lists the slices that an item belongs to. */
  listItemSlices(item: DatasetItem): readonly SliceKey[] | undefined {
    return this.#readSlices(item);
  }

  metrics(): MetricSummary[] {
    return [...this.#whole.values()].map((aggregate) => aggregate.summary());
  }

  slices(): SliceSummary[] {
    return [...this.#slices.values()].map(({ field, value, parts }) => ({
      field,
      value,
      metrics: [...parts.values()].map((aggregate) => aggregate.summary()),
    }));
  }

  /** Warnings about the slices for the user. */
  warnings(): string[] {
    if (this.#unsliced === 0) return [];
    return [`${this.#unsliced} rows are in no slice, because there are too many different values`];
  }

  /** The cost of all rows, including those of an earlier run of the evaluation; null if a price is unknown. */
  costUsd(): number | null {
    const costs = this.metrics().map(({ costUsd }) => costUsd);
    return costs.reduce(addKnown, 0);
  }

  #findSlice(field: string, value: string): Map<string, Aggregate> | undefined {
    const key = `${field}\0${value}`;
    const known = this.#slices.get(key);
    if (known !== undefined) return known.parts;
    if (this.#slices.size >= maxSlices) {
      this.#unsliced += 1;
      return undefined;
    }
    const parts = new Map<string, Aggregate>();
    this.#slices.set(key, { field, value, parts });
    return parts;
  }

  #findAggregate(parts: Map<string, Aggregate>, row: ResultRow, seed: string): Aggregate {
    const known = parts.get(row.name);
    if (known !== undefined) return known;
    const { key, name, threshold } = row;
    const subject = this.#subjects.get(name) ?? { key, name, threshold, range: [0, 1], lowerIsBetter: false };
    const made = new Aggregate(subject, seed);
    parts.set(name, made);
    return made;
  }
}

export interface SliceKey {
  readonly field: string;
  readonly value: string;
}

/** Lists the slices that an item belongs to; undefined if there are none. */
export type SliceReader = (item: DatasetItem) => readonly SliceKey[] | undefined;

/** Reads the slices of these fields. */
export function createSliceReader(fields: readonly string[]): SliceReader {
  const paths = fields.map(parseSlicePath);
  return (item) => {
    const found = paths.map((path) => ({ path, value: readSliceValue(item, path) }));
    const keys = found.flatMap(({ path, value }) => (isEmptyValue(value) ? noSlices : toSliceKeys(path.shown, value)));
    return keys.length === 0 ? undefined : keys;
  };
}

const noSlices: readonly SliceKey[] = [];
const maxSliceValue = 200;

/** A fast check, because most items have no tags. */
function isEmptyValue(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** A list belongs to one slice per value. */
function toSliceKeys(field: string, found: unknown): SliceKey[] {
  const values = Array.isArray(found) ? (found as readonly unknown[]) : [found];
  return values.flatMap((value) => {
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return [];
    return [{ field, value: String(value).slice(0, maxSliceValue) }];
  });
}

interface SlicePath {
  readonly shown: string;
  readonly field: ItemField | undefined;
  readonly rest: readonly string[];
}

/** Parses a field name in either spelling, or a path into a field: `metadata.team`. */
function parseSlicePath(shown: string): SlicePath {
  const [first = "", ...rest] = shown.split(".");
  return { shown, field: findField(first), rest };
}

function readSliceValue(item: DatasetItem, { field, rest }: SlicePath): unknown {
  let value: unknown = field === undefined ? undefined : item[field];
  for (const step of rest) value = isPlainObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value;
}
