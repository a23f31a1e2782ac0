/** A report that is running: how far it is, and what each agent does now. */
import type { ListedReport } from "../../../src/report/html/listing-index.ts";
import type { WorkNow } from "../../../src/report/html/page-index.ts";
import { runLink } from "../page-routes.ts";
import { formatMoment } from "../parts/moment.ts";
import { ProgressBar } from "../parts/progress-bar.tsx";
import { WorkRows } from "../parts/work-rows.tsx";
import { safeLine } from "../text/safe.ts";

interface RunningReportProps {
  readonly report: ListedReport;
  readonly work: WorkNow | null;
}

export function RunningReport({ report, work }: RunningReportProps) {
  const { id, name, timestamp, summary, isScripted } = report;
  const address = `/reports/${encodeURIComponent(id)}/`;
  return (
    <div class="running-report">
      <p>
        <a href={address}>{safeLine(name ?? id, 80)}</a>{" "}
        <small>
          running since {formatMoment(timestamp)}
          {isScripted && ", rehearsal"}
        </small>
      </p>
      <ProgressBar counts={work?.counts ?? null} statuses={summary.statuses.runs} />
      {work !== null && work.atWork.length > 0 && (
        <WorkRows rows={work.atWork} linkTo={(runId) => `${address}${runLink({ side: 0, runId })}`} />
      )}
    </div>
  );
}
