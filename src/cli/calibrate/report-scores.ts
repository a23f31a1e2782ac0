/** The passes that the judge of a report gave, beside labels from people for the same runs. */
import type { Label } from "../../calibration/label.ts";
import { AxisError } from "../../core/error.ts";
import type { Report } from "../../core/report.ts";
import { defaultPassMark } from "../../core/report/verdict.ts";
import { passedOf } from "../../report/trials/trials.ts";

/** The labels with 1 where the run passed and 0 where it did not; labels are found by the id of their run. */
export function reportScores(labels: readonly Label[], report: Report): Label[] {
  const passed = passesOf(report);
  const known = labels.filter(({ id }) => passed.has(id));
  if (known.length === 0)
    throw new AxisError("dataset-invalid", `No label is about a run of ${report.reportId}`, {
      hint: `Give each record the id of its run, such as ${[...passed.keys()][0] ?? "run_..."}`,
    });
  return known.map((label) => ({ ...label, judge: passed.get(label.id) ?? null }));
}

function passesOf({ results, scoring }: Report): Map<string, number | null> {
  const mark = scoring?.passMark ?? defaultPassMark;
  const share = (passed: boolean | null | undefined) =>
    passed === null || passed === undefined ? null : passed ? 1 : 0;
  return new Map(
    results.flatMap((result) =>
      result.trials === undefined
        ? [[result.runId, share(passedOf(result, mark))] as const]
        : result.trials.map((trial) => [trial.runId, share(trial.passed)] as const),
    ),
  );
}
