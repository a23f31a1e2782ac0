/** Puts the passes that a report's judge gave beside the labels that people gave to the same runs. */
import type { Label } from "../../metrics/calibration/label.ts";
import { AxisError } from "../../core/error.ts";
import type { Report } from "../../core/report.ts";
import { defaultPassMark } from "../../core/report/verdict.ts";
import { hasPassed } from "../../report/trials/trials.ts";

/** Returns the labels with 1 if the run passed and 0 if it did not. A label belongs to the run whose id it carries. */
export function scoreFromReport(labels: readonly Label[], report: Report): Label[] {
  const passed = collectPasses(report);
  const known = labels.filter(({ id }) => passed.has(id));
  if (known.length === 0)
    throw new AxisError("dataset-invalid", `No label refers to a run of ${report.reportId}`, {
      hint: `Give each record the id of its run, such as ${[...passed.keys()][0] ?? "run_..."}`,
    });
  return known.map((label) => ({ ...label, judge: passed.get(label.id) ?? null }));
}

function collectPasses({ results, scoring }: Report): Map<string, number | null> {
  const mark = scoring?.passMark ?? defaultPassMark;
  const share = (passed: boolean | null | undefined) =>
    passed === null || passed === undefined ? null : passed ? 1 : 0;
  return new Map(
    results.flatMap((result) =>
      result.trials === undefined
        ? [[result.runId, share(hasPassed(result, mark))] as const]
        : result.trials.map((trial) => [trial.runId, share(trial.passed)] as const),
    ),
  );
}
