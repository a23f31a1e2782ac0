/** The choices of the trends page, from the address. */
import type { Query } from "../api/api.ts";
import { parsePeriod, findPeriodStart } from "../parts/period.ts";

const buckets = ["run", "day", "week"] as const;
const metrics = ["axis", "scorecard"] as const;
const groupings = ["agent", "scenario", "none"] as const;

export interface TrendChoice {
  readonly agent: string;
  readonly scenario: string;
  readonly days: string;
  readonly bucket: (typeof buckets)[number];
  /** The AXIS Result, or the scorecard and its axes. */
  readonly metric: (typeof metrics)[number];
  /** One line for each, or one for all. */
  readonly by: (typeof groupings)[number];
}

export function parseTrendChoice(query: URLSearchParams): TrendChoice {
  return {
    agent: query.get("agent") ?? "",
    scenario: query.get("scenario") ?? "",
    days: parsePeriod(query),
    metric: metrics.find((word) => word === query.get("metric")) ?? "axis",
    bucket: buckets.find((word) => word === query.get("bucket")) ?? "day",
    by: groupings.find((word) => word === query.get("by")) ?? "agent",
  };
}

/** The query for the server. */
export function toTrendQuery(choice: TrendChoice, workspace: string, now: Date): Query {
  const { agent, scenario, days, bucket, by } = choice;
  return { workspace, agent, scenario, bucket, by: by === "none" ? null : by, since: findPeriodStart(days, now) };
}
