/** A report at a glance: the verdict, the number, who did how well at what. */
import type { PageIndex } from "../../../src/report/html/page-index.ts";
import { AgentStatisticsTable } from "./agent-statistics.tsx";
import { Progress } from "./progress.tsx";
import { Results } from "./results.tsx";
import { ScoringNote } from "./scoring-note.tsx";
import { Summary } from "./summary.tsx";
import { ChangesSection } from "../compare/changes.tsx";

export function Overview({ index, query }: { index: PageIndex; query: URLSearchParams }) {
  const [only] = index.reports;
  if (only === undefined || only.report === null) return <p class="notice">This file holds no report.</p>;
  const { report } = only;
  return (
    <>
      <Summary report={report} verdict={only.verdict} hasProgress={only.progress !== undefined} />
      {only.progress !== undefined && <Progress progress={only.progress} reportId={report.reportId} />}
      <Results side={0} page={only} report={report} query={query} />
      {report.comparison !== undefined && <ChangesSection comparison={report.comparison} />}
      {report.statistics !== undefined && report.results.some(({ trials }) => trials !== undefined) && (
        <AgentStatisticsTable statistics={report.statistics} />
      )}
      {report.scoring !== undefined && <ScoringNote scoring={report.scoring} />}
    </>
  );
}
