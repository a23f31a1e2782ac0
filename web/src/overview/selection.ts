/** Filters and sorts results, as the address says. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { averageCards } from "../data/trials.ts";

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

export interface Selection {
  readonly text: string;
  readonly agent: string;
  readonly status: string;
  readonly sort: Column | null;
  readonly descending: boolean;
  readonly view: "table" | "matrix" | null;
}

export function parseSelection(query: URLSearchParams): Selection {
  const sort = query.get("sort") ?? "";
  const view = query.get("view");
  return {
    text: query.get("q") ?? "",
    agent: query.get("agent") ?? "",
    status: query.get("status") ?? "",
    sort: Object.hasOwn(columns, sort) ? (sort as Column) : null,
    descending: query.get("order") === "down",
    view: view === "table" || view === "matrix" ? view : null,
  };
}

/** The query for the address, without defaults. */
export function toQuery(selection: Selection): URLSearchParams {
  const { text, agent, status, sort, descending, view } = selection;
  const named = {
    q: text,
    agent,
    status,
    sort: sort ?? "",
    order: sort !== null && descending ? "down" : "",
    view: view ?? "",
  };
  return new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ""));
}

/** Filters, then sorts; without a sort column the report's order stays. */
export function selectResults(results: readonly PairResult[], selection: Selection): readonly PairResult[] {
  const text = selection.text.toLowerCase();
  const matching = results.filter(
    (result) =>
      (text === "" || searchText(result).includes(text)) &&
      (selection.agent === "" || result.agentName === selection.agent) &&
      (selection.status === "" || result.status === selection.status),
  );
  const { sort, descending } = selection;
  return sort === null
    ? matching
    : matching.toSorted((a, b) => compareValues(columns[sort](a), columns[sort](b), descending));
}

function searchText({ scenarioKey, scenarioName, agentName, why, error }: PairResult): string {
  return [scenarioKey, scenarioName, agentName, why ?? "", error ?? ""].join("\n").toLowerCase();
}

function compareValues(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const difference = a < b ? -1 : Number(a > b);
  return descending ? -difference : difference;
}
