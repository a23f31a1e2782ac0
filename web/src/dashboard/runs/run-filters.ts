/** The filters of the list of runs: one row for each, from the address to what the server is asked. */
import type { RunOutcome } from "../../../../src/core/run/run-facts.ts";
import type { RunStatus } from "../../../../src/core/run/run-row.ts";
import type { Tier } from "../../scorecard/tier.tsx";
import type { Query } from "../api/api.ts";

/** How a filter is chosen. */
export type FilterKind =
  | { readonly kind: "choice"; readonly options: readonly string[] }
  /** `known`: what there is to choose from is read from the server. */
  | { readonly kind: "name"; readonly known?: "/v1/agents" }
  | { readonly kind: "day"; readonly end: "first" | "last" }
  | { readonly kind: "points" };

export type RunFilter = FilterKind & {
  readonly name: string;
  readonly label: string;
  /** Rarely used, so shown only when asked for. */
  readonly isRare?: boolean;
};

const statuses: readonly RunStatus[] = ["queued", "running", "finished", "cancelled"];
const outcomes: readonly RunOutcome[] = ["COMPLETED", "BLOCKED", "FAILED"];
const tiers: readonly Tier[] = ["Elite", "Gold", "Silver", "Bronze", "Unranked"];

export const runFilters: readonly RunFilter[] = [
  { name: "scenario", label: "Scenario", kind: "name" },
  { name: "agent", label: "Agent", kind: "name", known: "/v1/agents" },
  { name: "status", label: "Status", kind: "choice", options: statuses },
  { name: "outcome", label: "Outcome", kind: "choice", options: outcomes },
  { name: "tier", label: "Tier", kind: "choice", options: tiers },
  { name: "since", label: "From", kind: "day", end: "first", isRare: true },
  { name: "until", label: "To", kind: "day", end: "last", isRare: true },
  { name: "min_score", label: "Score from", kind: "points", isRare: true },
  { name: "max_score", label: "Score to", kind: "points", isRare: true },
  { name: "report", label: "Report", kind: "name", isRare: true },
  { name: "competition", label: "Competition", kind: "name", isRare: true },
];

export type RunSort = "newest" | "score";

export function sortOf(query: URLSearchParams): RunSort {
  return query.get("sort") === "score" ? "score" : "newest";
}

/** What the server is asked for. What it does not understand it says itself. */
export function runQuery(query: URLSearchParams, workspace: string | null): Query {
  const asked = runFilters.map((filter) => [filter.name, askedValue(filter, query.get(filter.name))] as const);
  return { ...Object.fromEntries(asked), workspace, sort: sortOf(query) };
}

function askedValue(filter: RunFilter, value: string | null): string | null {
  if (value === null || filter.kind !== "day") return value;
  return momentOf(value, filter.end) ?? value;
}

/** The moment a day begins where the reader lives, or ends: the one after it begins. Null for what is no day. */
export function momentOf(day: string, end: "first" | "last"): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (date === undefined) return null;
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + (end === "last" ? 1 : 0));
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** Filters that are set, by name. */
export function filtersIn(query: URLSearchParams): readonly RunFilter[] {
  return runFilters.filter(({ name }) => (query.get(name) ?? "") !== "");
}
