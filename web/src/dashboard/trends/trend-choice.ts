/** The choices of the trends page, from the address. */
import type { Query } from "../api/api.ts";
import { parsePeriod, findPeriodStart } from "../parts/period.ts";

const grains = ["report", "day", "week", "run"] as const;
export type Grain = (typeof grains)[number];

const metrics = ["axis", "pass-rate", "cost", "time", "scorecard"] as const;
export type TrendMetric = (typeof metrics)[number];

const groupings = ["agent", "scenario", "none"] as const;

export interface TrendChoice {
  readonly agent: string;
  readonly scenario: string;
  readonly days: string;
  /** What a point is; null: the page chooses by the data. */
  readonly grain: Grain | null;
  readonly metric: TrendMetric;
  /** One line for each, or one for all. */
  readonly by: (typeof groupings)[number];
}

export function parseTrendChoice(query: URLSearchParams): TrendChoice {
  return {
    agent: query.get("agent") ?? "",
    scenario: query.get("scenario") ?? "",
    days: parsePeriod(query),
    metric: metrics.find((word) => word === query.get("metric")) ?? "axis",
    grain: grains.find((word) => word === query.get("bucket")) ?? null,
    by: groupings.find((word) => word === query.get("by")) ?? "agent",
  };
}

export interface TrendRequest {
  readonly workspace: string;
  readonly grain: Grain;
  readonly now: Date;
}

/** The query for the server. */
export function toTrendQuery(choice: TrendChoice, { workspace, grain, now }: TrendRequest): Query {
  const { agent, scenario, days, by, metric } = choice;
  const since = findPeriodStart(days, now);
  return { workspace, agent, scenario, bucket: grain, by: by === "none" ? null : by, since, metric };
}
