/** What the home shows, as its address says: filters and order of the results, and which causes are listed and open. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { averageCards } from "../data/trials.ts";
import { type Measure, measures } from "./agent-rows.ts";
import { findFolder } from "./matrix-rows.ts";

/** The sort key of each column; null comes last in both directions. */
export const columns = {
  scenario: (result: PairResult) => result.scenarioKey,
  agentName: (result: PairResult) => result.agentName,
  // Trouble first.
  status: (result: PairResult) => troubleFirst.indexOf(result.status),
  result: (result: PairResult) => result.means.axisScore,
  card: averageCards,
  goalAchievement: (result: PairResult) => result.means.goalAchievement,
  environment: (result: PairResult) => result.means.environment,
  service: (result: PairResult) => result.means.service,
  agent: (result: PairResult) => result.means.agent,
  tokens: (result: PairResult) => result.means.tokens,
  cost: (result: PairResult) => result.means.costUsd,
  time: (result: PairResult) => result.means.durationMs,
} as const;
export type Column = keyof typeof columns;

const troubleFirst: readonly PairResult["status"][] = ["failed", "error", "unscored", "not run", "passed"];

/** How causes are grouped. */
const groupings = ["cause", "owner", "scenario"] as const;
export type Grouping = (typeof groupings)[number];

/** Stands in the address for "no cause is open"; otherwise the first one is. */
export const noFix = "none";

export interface Selection {
  readonly text: string;
  readonly agent: string;
  readonly status: string;
  readonly folder: string;
  readonly sort: Column | null;
  readonly descending: boolean;
  readonly view: "table" | "matrix" | null;
  /** The id of the open cause, its owner or its scenario; empty for the first one. */
  readonly fix: string;
  readonly by: Grouping;
  /** The agent whose causes are listed; empty for all. */
  readonly fixAgent: string;
  /** The x axis of the chart; null for the first one that is known. */
  readonly measure: Measure | null;
  /** The runs of a competition whose patches are compared; empty for the proposed one and the next. */
  readonly patch: string;
  readonly otherPatch: string;
}

export function parseSelection(query: URLSearchParams): Selection {
  const read = (name: string) => query.get(name) ?? "";
  const sort = read("sort");
  return {
    text: read("q"),
    agent: read("agent"),
    status: read("status"),
    folder: read("folder"),
    sort: Object.hasOwn(columns, sort) ? (sort as Column) : null,
    descending: query.get("order") === "down",
    view: readWord(query.get("view"), ["table", "matrix"]),
    fix: read("fix"),
    by: readWord(query.get("by"), groupings) ?? "cause",
    fixAgent: read("of"),
    measure: readWord(query.get("x"), measures),
    patch: read("patch"),
    otherPatch: read("beside"),
  };
}

function readWord<Word extends string>(text: string | null, words: readonly Word[]): Word | null {
  return words.find((word) => word === text) ?? null;
}

/** The query for the address, without defaults. */
export function toQuery(selection: Selection): URLSearchParams {
  const { text, agent, status, folder, sort, descending, view, fix, by, fixAgent, measure, patch, otherPatch } =
    selection;
  const named = {
    q: text,
    agent,
    status,
    folder,
    sort: sort ?? "",
    order: sort !== null && descending ? "down" : "",
    view: view ?? "",
    by: by === "cause" ? "" : by,
    of: fixAgent,
    fix,
    x: measure ?? "",
    patch,
    beside: otherPatch,
  };
  return new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ""));
}

/** The same page without filters on its results. */
export const noFilters = { text: "", agent: "", status: "", folder: "" } as const;

/** Filters, then sorts; without a sort column the report's order stays. */
export function selectResults(results: readonly PairResult[], selection: Selection): readonly PairResult[] {
  const text = selection.text.toLowerCase();
  const matching = results.filter(
    (result) =>
      (text === "" || searchText(result).includes(text)) &&
      (selection.agent === "" || result.agentName === selection.agent) &&
      (selection.status === "" || result.status === selection.status) &&
      (selection.folder === "" || findFolder(result.scenarioKey) === selection.folder),
  );
  const { sort, descending } = selection;
  return sort === null
    ? matching
    : matching.toSorted((a, b) => compareValues(columns[sort](a), columns[sort](b), descending));
}

function searchText({ scenarioKey, scenarioName, agentName, why, error, trials = [] }: PairResult): string {
  const reasons = trials.map((trial) => trial.why ?? "");
  return [scenarioKey, scenarioName, agentName, why ?? "", error ?? "", ...reasons].join("\n").toLowerCase();
}

function compareValues(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const difference = a < b ? -1 : Number(a > b);
  return descending ? -difference : difference;
}
