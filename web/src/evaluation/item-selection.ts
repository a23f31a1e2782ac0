/** Filters and sorts items, as the address says. */
import type { PageItem, PageRow } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";

/** The states of a row, worst first. */
export const rowStates = ["failed", "below", "not-applicable", "passed", "scored"] as const;
export type RowState = (typeof rowStates)[number];

export const stateWords: Readonly<Record<RowState, string>> = {
  failed: "failed",
  below: "not passed",
  "not-applicable": "n/a",
  passed: "passed",
  scored: "scored, no threshold",
};

export function findRowState({ status, passed }: Pick<PageRow, "status" | "passed">): RowState {
  if (status !== "scored") return status;
  if (passed === null) return "scored";
  return passed ? "passed" : "below";
}

export interface ItemSelection {
  readonly text: string;
  readonly metric: string;
  readonly state: string;
  /** The field and value of a slice, separated by "=". */
  readonly slice: string;
  /** "" (worst first), "dataset", or "metric:" and the name of a metric. */
  readonly sort: string;
  readonly descending: boolean;
}

export function parseItemSelection(query: URLSearchParams): ItemSelection {
  return {
    text: query.get("q") ?? "",
    metric: query.get("metric") ?? "",
    state: query.get("state") ?? "",
    slice: query.get("slice") ?? "",
    sort: query.get("sort") ?? "",
    descending: query.get("order") === "down",
  };
}

/** The query for the address, without defaults. */
export function toItemQuery({ text, metric, state, slice, sort, descending }: ItemSelection): URLSearchParams {
  const named = { q: text, metric, state, slice, sort, order: descending ? "down" : "" };
  return new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ""));
}

/** An item with its text in lower case, to keep searching fast. */
export interface SearchableItem {
  readonly item: PageItem;
  readonly text: string;
}

export function toSearchable(item: PageItem): SearchableItem {
  const rows = item.rows.map(({ explanation, why = "" }) => `${explanation}\n${why}`);
  return { item, text: [item.id, ...Object.values(item.fields ?? {}), ...rows].join("\n").toLowerCase() };
}

/** Filters, then sorts. */
export function selectItems(items: readonly SearchableItem[], selection: ItemSelection): readonly PageItem[] {
  const text = selection.text.toLowerCase();
  const matching = items.filter(
    (each) => (text === "" || each.text.includes(text)) && matchesFilters(each.item, selection),
  );
  return sortItems(
    matching.map(({ item }) => item),
    selection,
  );
}

/** The value of the slice filter for a slice. */
export function sliceKey({ field, value }: { readonly field: string; readonly value: string }): string {
  return `${field}=${value}`;
}

function matchesFilters({ rows, slices = [] }: PageItem, { metric, state, slice }: ItemSelection): boolean {
  if (slice !== "" && !slices.some((each) => sliceKey(each) === slice)) return false;
  if (metric === "" && state === "") return true;
  return rows.some((row) => (metric === "" || row.name === metric) && (state === "" || findRowState(row) === state));
}

const metricPrefix = "metric:";

/** The sort order of a metric. */
export function metricSort(metric: string): string {
  return `${metricPrefix}${metric}`;
}

function sortItems(items: readonly PageItem[], { sort, descending }: ItemSelection): readonly PageItem[] {
  if (sort === "dataset") return items;
  if (!sort.startsWith(metricPrefix)) return items.toSorted((a, b) => findWorstState(a) - findWorstState(b));
  const name = sort.slice(metricPrefix.length);
  const readScore = ({ rows }: PageItem) => rows.find((row) => row.name === name)?.score ?? null;
  return items.toSorted((a, b) => compareScores(readScore(a), readScore(b), descending));
}

/** The state of its worst row. */
function findWorstState({ rows }: PageItem): number {
  return Math.min(...rows.map((row) => rowStates.indexOf(findRowState(row))));
}

/** Items without a score come last in both directions. */
function compareScores(a: number | null, b: number | null, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return descending ? b - a : a - b;
}
