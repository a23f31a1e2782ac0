/** How the AXIS Result of a whole report changed since an earlier one. */
import type { Report } from "../core/report.ts";
import { compareRuns } from "../statistics/two-groups/compare-runs.ts";
import { listTrials } from "./trials/trials.ts";

export interface HeadlineChange {
  /** In points, over the results that both reports have; null if there are none. */
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly p: number | null;
}

const alpha = 0.05;

/** Every result is paired with itself in the earlier report. */
export function compareHeadlines(before: Report, after: Report): HeadlineChange {
  const draws = { seed: `${before.reportId}/${after.reportId}/headline`, alpha, margin: 0 };
  const { estimate, lower, upper, p } = compareRuns(listCells(before), listCells(after), draws);
  return { estimate, lower, upper, p };
}

function listCells({ results }: Report) {
  return results.map((result) => ({
    scenario: JSON.stringify([result.scenarioKey, result.agentName]),
    values: listTrials(result).flatMap(({ axisScore }) => axisScore ?? []),
  }));
}
