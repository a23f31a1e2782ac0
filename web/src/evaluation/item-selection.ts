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

export function stateOf({ status, passed }: Pick<PageRow, "status" | "passed">): RowState {
  if (status !== "scored") return status;
  if (passed === null) return "scored";
  return passed ? "passed" : "below";
}

export interface ItemSelection {
  readonly text: string;
  readonly metric: string;
  readonly state: string;
  /** "" (worst first), "dataset", or "metric:" and the name of a metric. */
  readonly sort: string;
  readonly descending: boolean;
}

export function parseItemSelection(query: URLSearchParams): ItemSelection {
  return {
    text: query.get("q") ?? "",
    metric: query.get("metric") ?? "",
    state: query.get("state") ?? "",
    sort: query.get("sort") ?? "",
    descending: query.get("order") === "down",
  };
}

/** The query for the address, without defaults. */
export function toItemQuery({ text, metric, state, sort, descending }: ItemSelection): URLSearchParams {
  const named = { q: text, metric, state, sort, order: descending ? "down" : "" };
  return new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ""));
}

/** An item with its text in lower case, to keep searching fast. */
export interface SearchedItem {
  readonly item: PageItem;
  readonly text: string;
}

export function searched(item: PageItem): SearchedItem {
  const rows = item.rows.map(({ explanation, why = "" }) => `${explanation}\n${why}`);
  return { item, text: [item.id, ...Object.values(item.fields ?? {}), ...rows].join("\n").toLowerCase() };
}

/** Filters, then sorts. */
export function selectItems(items: readonly SearchedItem[], selection: ItemSelection): readonly PageItem[] {
  const text = selection.text.toLowerCase();
  const wanted = items.filter((each) => (text === "" || each.text.includes(text)) && fits(each.item, selection));
  return inOrder(
    wanted.map(({ item }) => item),
    selection,
  );
}

function fits({ rows }: PageItem, { metric, state }: ItemSelection): boolean {
  if (metric === "" && state === "") return true;
  return rows.some((row) => (metric === "" || row.name === metric) && (state === "" || stateOf(row) === state));
}

const metricPrefix = "metric:";

/** The sort order of a metric. */
export function sortBy(metric: string): string {
  return `${metricPrefix}${metric}`;
}

function inOrder(items: readonly PageItem[], { sort, descending }: ItemSelection): readonly PageItem[] {
  if (sort === "dataset") return items;
  if (!sort.startsWith(metricPrefix)) return items.toSorted((a, b) => rank(a) - rank(b));
  const name = sort.slice(metricPrefix.length);
  const scoreOf = ({ rows }: PageItem) => rows.find((row) => row.name === name)?.score ?? null;
  return items.toSorted((a, b) => byScore(scoreOf(a), scoreOf(b), descending));
}

/** The state of its worst row. */
function rank({ rows }: PageItem): number {
  return Math.min(...rows.map((row) => rowStates.indexOf(stateOf(row))));
}

/** Items without a score come last in both directions. */
function byScore(a: number | null, b: number | null, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return descending ? b - a : a - b;
}
