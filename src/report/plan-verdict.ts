/** Decides the verdict of a report by the rules of its plan. */
import type { Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import { decideVerdict, type ReportVerdict } from "./report-verdict.ts";

/** `hookFailure` is the message of a failed afterAll hook. */
export function decidePlanVerdict(
  report: Report,
  { failUnder, allowedFailures }: Pick<Plan, "failUnder" | "allowedFailures">,
  hookFailure?: string,
): ReportVerdict {
  return decideVerdict(report, {
    failUnder,
    allowed: allowedFailures,
    comparison: report.comparison,
    hookFailure,
  });
}
