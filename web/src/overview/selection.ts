/** Filters and sorts results, as the address says. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { bandOf } from "../../../src/report/text/format.ts";
import { totalTokens } from "../data/tokens.ts";

/** The sort key of each column; null comes last in both directions. */
export const columns = {
  scenario: (result: PairResult) => result.scenarioKey,
  agentName: (result: PairResult) => result.agentName,
  outcome: (result: PairResult) => result.outcomeClass,
  result: (result: PairResult) => result.score?.axisScore ?? null,
  card: (result: PairResult) => result.scorecard?.score ?? null,
  goalAchievement: (result: PairResult) => result.score?.goalAchievement.score ?? null,
  environment: (result: PairResult) => result.score?.environment.score ?? null,
  service: (result: PairResult) => result.score?.service.score ?? null,
  agent: (result: PairResult) => result.score?.agent.score ?? null,
  tokens: (result: PairResult) => (result.tokenUsage === undefined ? null : totalTokens(result.tokenUsage)),
  cost: (result: PairResult) => result.totalCostUsd ?? null,
  time: (result: PairResult) => result.durationMs,
} as const;
export type Column = keyof typeof columns;

export interface Selection {
  readonly text: string;
  readonly agent: string;
  readonly outcome: string;
  readonly band: string;
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
    outcome: query.get("outcome") ?? "",
    band: query.get("band") ?? "",
    sort: Object.hasOwn(columns, sort) ? (sort as Column) : null,
    descending: query.get("order") === "down",
    view: view === "table" || view === "matrix" ? view : null,
  };
}

/** The query for the address, without defaults. */
export function toQuery(selection: Selection): URLSearchParams {
  const { text, agent, outcome, band, sort, descending, view } = selection;
  const named = {
    q: text,
    agent,
    outcome,
    band,
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
      (selection.outcome === "" || result.outcomeClass === selection.outcome) &&
      (selection.band === "" || findBand(result) === selection.band),
  );
  const { sort, descending } = selection;
  return sort === null
    ? matching
    : matching.toSorted((a, b) => compareValues(columns[sort](a), columns[sort](b), descending));
}

function searchText({ scenarioKey, scenarioName, agentName, error }: PairResult): string {
  return `${scenarioKey}\n${scenarioName}\n${agentName}\n${error ?? ""}`.toLowerCase();
}

/** The band of a result, or "none". */
export function findBand(result: PairResult): string {
  const score = result.score?.axisScore ?? null;
  return score === null ? "none" : bandOf(score);
}

function compareValues(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const difference = a < b ? -1 : Number(a > b);
  return descending ? -difference : difference;
}
