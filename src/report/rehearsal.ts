/** Numbers of a rehearsal measure no agent: nothing is compared with them, and no baseline is made of them. */
import { AxisError } from "../core/error.ts";
import type { Report } from "../core/report.ts";

/** Throws where a script answered in place of models. */
export function requireMeasured(report: Pick<Report, "reportId" | "scripted" | "script">): void {
  if (report.scripted !== true) return;
  const script = report.script === undefined ? "a script" : `the script ${report.script.file}`;
  throw new AxisError(
    "rehearsal",
    `${report.reportId} is a rehearsal: ${script} answered in place of models, so its numbers measure no agent`,
    { hint: "Run it with real models first: axis run, without --script" },
  );
}
