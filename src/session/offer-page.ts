/** The page of an evaluation's report, where the report has a folder. The report is whole without it. */
import { messageOf } from "../core/error.ts";
import type { Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import type { AxisEvent } from "../core/run/event.ts";
import type { ReportHandle } from "../core/store.ts";
import { planVerdict } from "../report/plan-verdict.ts";

export interface PageWorld {
  readonly plan: Plan;
  readonly handle: ReportHandle;
  readonly emit: (event: AxisEvent) => void;
}

/** Writes it and tells where; a page that cannot be written is a warning. */
export async function offerPage(
  report: Report,
  { plan, handle, emit }: PageWorld,
  hookFailure?: string,
): Promise<void> {
  const { folder } = handle;
  if (folder === null) return;
  const onWarning = (message: string) => emit({ type: "warning", message });
  try {
    // Loaded when there is a report to show: nothing before needs the template.
    const { writeReportPage } = await import("../page/report-page.ts");
    const verdict = planVerdict(report, plan, hookFailure);
    const file = await writeReportPage({ report, verdict, folder, onWarning });
    emit({ type: "page-written", file });
  } catch (error) {
    onWarning(`report.html was not written: ${messageOf(error)}`);
  }
}
