/** Loads trends with the grain that suits the data, unless the address names one. */
import type { Trends } from "../api/answers.ts";
import type { Api } from "../api/api.ts";
import { type Grain, toTrendQuery, type TrendChoice } from "./trend-choice.ts";

export interface ShownTrends {
  readonly trends: Trends;
  readonly grain: Grain;
  /** Too little for a line: single runs are shown beside each other. */
  readonly isStrip: boolean;
}

/** A line needs as many points. */
const leastPoints = 3;
/** More points than this are a thicket, so they become days, and then weeks. */
const mostPoints = 60;

export async function readTrends(
  api: Api,
  choice: TrendChoice,
  { workspace, abort }: { readonly workspace: string; readonly abort: AbortSignal },
): Promise<ShownTrends> {
  const now = new Date();
  const read = (grain: Grain) =>
    api.get("/v1/trends", { query: toTrendQuery(choice, { workspace, grain, now }), abort });
  if (choice.grain !== null) return { trends: await read(choice.grain), grain: choice.grain, isStrip: false };
  const reports = await read("report");
  if (reports.reports >= leastPoints && countMoments(reports) <= mostPoints)
    return { trends: reports, grain: "report", isStrip: false };
  const days = await read("day");
  if (countMoments(days) > mostPoints) return { trends: await read("week"), grain: "week", isStrip: false };
  if (countMoments(days) >= leastPoints) return { trends: days, grain: "day", isStrip: false };
  return { trends: await read("run"), grain: "run", isStrip: true };
}

function countMoments({ data }: Pick<Trends, "data">): number {
  return new Set(data.map(({ at }) => at)).size;
}
