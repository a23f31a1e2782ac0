/** The verdict on a report by what its plan asks for. */
import type { Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import { gate, type Verdict } from "./gate.ts";

/** `hookFailure`: what a failing afterAll said. */
export function planVerdict(
  report: Report,
  { failUnder, allowedFailures }: Pick<Plan, "failUnder" | "allowedFailures">,
  hookFailure?: string,
): Verdict {
  return gate(report, {
    failUnder,
    ...(allowedFailures && { allowed: allowedFailures }),
    ...(report.comparison && { comparison: report.comparison }),
    ...(hookFailure === undefined ? {} : { hookFailure }),
  });
}
