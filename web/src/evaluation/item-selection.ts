/** Which items are shown and in which order: a filter as it stands in the address. */
import type { PageItem, PageRow } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";

/** What became of a row, in the order in which one looks. */
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
  /** "worst" (the default), "dataset", or the name of a metric after "metric:". */
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

/** The same as an address has it; what is not chosen is left out. */
export function toItemQuery({ text, metric, state, sort, descending }: ItemSelection): URLSearchParams {
  const named = { q: text, metric, state, sort, order: descending ? "down" : "" };
  return new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ""));
}

/** An item with all its text in small letters, so that a search need not make them each time. */
export interface SearchedItem {
  readonly item: PageItem;
  readonly text: string;
}

export function searched(item: PageItem): SearchedItem {
  const rows = item.rows.map(({ explanation, why = "" }) => `${explanation}\n${why}`);
  return { item, text: [item.id, ...Object.values(item.fields ?? {}), ...rows].join("\n").toLowerCase() };
}

/** The items that are wanted, in the order that is wanted. */
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

/** How an order by a metric is written. */
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

/** The worst of its rows. */
function rank({ rows }: PageItem): number {
  return Math.min(...rows.map((row) => rowStates.indexOf(stateOf(row))));
}

/** What has no score comes last either way. */
function byScore(a: number | null, b: number | null, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return descending ? b - a : a - b;
}
