/** Reports, evaluations or runs, whichever is chosen, newest first. */
import { formatGroupedCount } from "../../parts/grouped-count.ts";
import { Section } from "../../parts/section.tsx";
import type { Overview, ReportEntry } from "../api/answers.ts";
import { Empty } from "../parts/states.tsx";
import { EvaluationList } from "../evaluations/evaluations.tsx";
import { ReportRows } from "../reports/report-rows.tsx";
import type { ViewProps } from "../views.ts";

interface ListsProps extends ViewProps<string> {
  readonly reports: readonly ReportEntry[];
  readonly counts: Overview["counts"];
}

/** All of them are in the list of reports. */
const shownReports = 10;

export function Lists({ reports, counts, ...props }: ListsProps) {
  const { route } = props;
  const isEvaluations = route.query.get("list") === "evaluations";
  const title = isEvaluations ? "Evaluations" : "Reports";
  return (
    <Section
      id="lists"
      title={title}
      note="newest first"
      actions={
        <span class="list-switch" role="group" aria-label="What is listed">
          <button type="button" aria-pressed={!isEvaluations} onClick={() => route.change({ list: null })}>
            Reports <small>{formatGroupedCount(counts.reports)}</small>
          </button>
          <button type="button" aria-pressed={isEvaluations} onClick={() => route.change({ list: "evaluations" })}>
            Evaluations <small>{formatGroupedCount(counts.evaluations)}</small>
          </button>
          <a href={route.link("runs")}>
            Runs <small>{formatGroupedCount(counts.runs)}</small>
          </a>
        </span>
      }
    >
      {isEvaluations ? (
        <EvaluationList {...props} />
      ) : reports.length === 0 ? (
        <Empty title="No reports.">
          <p>
            Runs that workers execute are in the <a href={route.link("runs")}>list of runs</a>. The report of{" "}
            <code>axis run</code> appears here once it is sent to this server: <code>axis push --report latest</code>
          </p>
        </Empty>
      ) : (
        <>
          <ReportRows rows={reports.slice(0, shownReports)} route={route} />
          {counts.reports > shownReports && (
            <p class="list-end">
              <a href={route.link("reports")}>All {formatGroupedCount(counts.reports)} reports</a>
            </p>
          )}
        </>
      )}
    </Section>
  );
}
