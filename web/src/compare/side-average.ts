/** The AXIS Result of one side of a comparison: the average over the pairs that are compared. */
import type { Comparison } from "../../../src/core/report/comparison.ts";
import { roundHalfUp } from "../../../src/core/score/rounding.ts";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import { mean } from "../../../src/statistics/mean.ts";

/** A report has its own results here, narrowed like the comparison; of a baseline there are only the numbers compared. */
export function sideAverage(
  page: Pick<PageReport, "report"> | undefined,
  { entries }: Pick<Comparison, "entries">,
  side: "baseline" | "current",
): number | null {
  const numbers =
    page?.report == null
      ? entries.flatMap((entry) => entry[side] ?? [])
      : page.report.results.flatMap(({ score }) => score?.axisScore ?? []);
  const average = mean(numbers);
  return average === null ? null : roundHalfUp(average);
}
