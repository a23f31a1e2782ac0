/** Collects what to fix while the runs of a report end, so that no transcript has to stay in memory. */
import { cellId, type Cell } from "../core/cell.ts";
import type { Report } from "../core/report.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import { addUpFixes } from "../judging/fixes/add-up.ts";
import { findCauses } from "../judging/fixes/find-causes.ts";
import type { RunCauses } from "../judging/fixes/run-causes.ts";

export class ReportFixes {
  readonly #runs = new Map<string, RunCauses>();

  /** Takes what a scored run says; a later run of the same cell replaces it. */
  add(cell: Cell, detail: RunDetail): void {
    const causes = findCauses(detail);
    if (causes === null) this.#runs.delete(cellId(cell));
    else this.#runs.set(cellId(cell), causes);
  }

  /** The report with what to fix; unchanged if nothing was scored. */
  addTo<T extends Report>(report: T): T {
    if (report.scoring === undefined) return report;
    return { ...report, ...addUpFixes(this.#runs.values(), report.results) };
  }
}

/** Computes what to fix from stored runs, which are read one after the other. */
export async function computeFixes(
  report: Report,
  details: AsyncIterable<RunDetail> | Iterable<RunDetail>,
): Promise<Report> {
  const fixes = new ReportFixes();
  for await (const detail of details)
    fixes.add({ scenario: detail.scenarioKey, agent: detail.agentName, trial: detail.trial }, detail);
  return fixes.addTo(report);
}
