/** The filters of the runs: one row each, from the address to the query for the server. */
import type { RunStatus as EndedStatus } from "../../../../src/core/report/run-status.ts";
import type { RunOutcome } from "../../../../src/core/run/run-facts.ts";
import type { RunStatus } from "../../../../src/core/run/run-row.ts";
import type { Tier } from "../../scorecard/tier.tsx";
import type { Query } from "../api/api.ts";

/** The kind of input. */
type FilterKind =
  | { readonly kind: "choice"; readonly options: readonly string[] }
  /** `known`: the options come from the server. */
  | { readonly kind: "name"; readonly known?: "/v1/agents" }
  | { readonly kind: "day"; readonly end: "first" | "last" }
  | { readonly kind: "points" };

export type RunFilter = FilterKind & {
  readonly name: string;
  readonly label: string;
  /** Rarely used, so hidden behind "More filters". */
  readonly isRare?: boolean;
};

const statuses: readonly (EndedStatus | "queued" | "running")[] = [
  "queued",
  "running",
  "passed",
  "failed",
  "error",
  "not run",
  "unscored",
];
const states: readonly RunStatus[] = ["queued", "running", "finished", "cancelled"];
const outcomes: readonly RunOutcome[] = ["COMPLETED", "BLOCKED", "FAILED"];
const tiers: readonly Tier[] = ["Elite", "Gold", "Silver", "Bronze", "Unranked"];

export const runFilters: readonly RunFilter[] = [
  { name: "scenario", label: "Scenario", kind: "name" },
  { name: "agent", label: "Agent", kind: "name", known: "/v1/agents" },
  { name: "run_status", label: "Status", kind: "choice", options: statuses },
  { name: "since", label: "From", kind: "day", end: "first", isRare: true },
  { name: "until", label: "To", kind: "day", end: "last", isRare: true },
  { name: "min_result", label: "AXIS Result from", kind: "points", isRare: true },
  { name: "max_result", label: "AXIS Result to", kind: "points", isRare: true },
  { name: "min_score", label: "Scorecard from", kind: "points", isRare: true },
  { name: "max_score", label: "Scorecard to", kind: "points", isRare: true },
  { name: "tier", label: "Scorecard tier", kind: "choice", options: tiers, isRare: true },
  { name: "outcome", label: "Scorecard outcome", kind: "choice", options: outcomes, isRare: true },
  { name: "status", label: "Queue", kind: "choice", options: states, isRare: true },
  { name: "report", label: "Report", kind: "name", isRare: true },
  { name: "competition", label: "Competition", kind: "name", isRare: true },
];

export const runSorts = [
  ["newest", "newest first"],
  ["result", "best AXIS Result first"],
  ["score", "best scorecard first"],
] as const;
export type RunSort = (typeof runSorts)[number][0];

export function parseSort(query: URLSearchParams): RunSort {
  return runSorts.find(([sort]) => sort === query.get("sort"))?.[0] ?? "newest";
}

/** The query for the server, which reports invalid values itself. */
export function toRunQuery(query: URLSearchParams, workspace: string | null): Query {
  const values = runFilters.map((filter) => [filter.name, toQueryValue(filter, query.get(filter.name))] as const);
  return { ...Object.fromEntries(values), workspace, sort: parseSort(query) };
}

function toQueryValue(filter: RunFilter, value: string | null): string | null {
  if (value === null || filter.kind !== "day") return value;
  return parseDay(value, filter.end) ?? value;
}

/** The start of a day in the reader's time zone, or of the next day for `last`. Null if it is not a date. */
export function parseDay(day: string, end: "first" | "last"): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (date === undefined) return null;
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + (end === "last" ? 1 : 0));
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** The filters in use. */
export function listActiveFilters(query: URLSearchParams): readonly RunFilter[] {
  return runFilters.filter(({ name }) => (query.get(name) ?? "") !== "");
}
