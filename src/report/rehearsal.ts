/** A rehearsal's numbers do not measure an agent: they are never compared and never become a baseline. */
import { AxisError } from "../core/error.ts";
import type { Report } from "../core/report.ts";

/** Throws if a script answered instead of models. */
export function requireMeasured(report: Report): void {
  if (report.scripted !== true) return;
  const script = report.script === undefined ? "a script" : `the script ${report.script.file}`;
  throw new AxisError(
    "rehearsal",
    `${report.reportId} is a rehearsal: ${script} answered instead of models, so its numbers do not measure an agent`,
    { hint: "Run it with real models first: axis run (without --script)" },
  );
}
