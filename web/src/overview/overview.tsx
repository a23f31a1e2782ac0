/** The home of a report: the verdict, the agents, what to fix, the results. */
import { useMemo } from "preact/hooks";
import type { Report } from "../../../src/core/report.ts";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import type { FirstViewProps } from "../app.tsx";
import type { CompetitionSections } from "../competition/competition.tsx";
import type { ChangesSection } from "../compare/changes.tsx";
import { findPlace } from "../data/use-run.ts";
import { listRuns } from "../data/trials.ts";
import { runLink } from "../page-routes.ts";
import { Section } from "../parts/section.tsx";
import { safeName } from "../text/safe.ts";
import { listAgentRows } from "./agent-rows.ts";
import { Agents } from "./agents.tsx";
import { Closing } from "./closing.tsx";
import type { LinkRun } from "./fix-details.tsx";
import { Fixes } from "./fixes.tsx";
import { Head } from "./head.tsx";
import { useHomeKeys } from "./home-keys.ts";
import type { Progress } from "./progress.tsx";
import { Results } from "./results.tsx";
import type { Selection } from "./selection.ts";
import { WorthChart } from "./worth-chart.tsx";

/** What some reports have and others do not. Passed in, so that a page contains only what its report needs. */
export interface HomeParts {
  readonly Competition: typeof CompetitionSections;
  readonly Changes: typeof ChangesSection;
  readonly Progress: typeof Progress;
}

export interface OverviewProps extends Pick<FirstViewProps, "source" | "index" | "work"> {
  readonly parts: HomeParts;
  readonly selection: Selection;
  readonly choose: (change: Partial<Selection>) => void;
}

export function Overview({ index, ...state }: OverviewProps) {
  const [only] = index.reports;
  useHomeKeys();
  if (only === undefined || only.report === null) return <p class="notice">This file contains no report.</p>;
  return <Home page={only} report={only.report} index={index} {...state} />;
}

interface HomeProps extends OverviewProps {
  readonly page: PageReport;
  readonly report: Report;
}

function Home({ page, report, source, index, work, parts, selection, choose }: HomeProps) {
  const { Competition, Changes, Progress } = parts;
  const agents = useMemo(() => listAgentRows(report), [report]);
  const names = useMemo(() => agents.map(({ name }) => name), [agents]);
  const linkRun = useMemo(() => createRunLink(page, report), [page, report]);
  const openFix = (id: string) => {
    choose({ fix: id, by: "cause", fixAgent: "" });
    document.getElementById("fixes")?.scrollIntoView();
  };
  const hasNumbers = agents.some(({ mean }) => mean !== null);
  return (
    <>
      <Head report={report} verdict={page.verdict} agents={agents} onOpenFix={openFix} />
      {page.progress?.state === "going-on" && (
        <Progress progress={page.progress} statuses={report.summary.statuses.runs} work={work} />
      )}
      {report.competition !== undefined && (
        <Competition competition={report.competition} {...{ report, page, source, index, selection, choose }} />
      )}
      {hasNumbers && (
        <div class={agents.length > 1 ? "agents-and-worth" : undefined}>
          <Agents report={report} agents={agents} />
          {agents.length > 1 && (
            <WorthChart
              agents={agents}
              differences={report.standings?.differences ?? []}
              measure={selection.measure}
              onChoose={(measure) => choose({ measure })}
            />
          )}
        </div>
      )}
      {report.fixes === undefined ? (
        <NoFixes report={report} isRunning={page.verdict === null} />
      ) : (
        <Fixes
          fixes={report.fixes}
          summary={report.fixSummary}
          results={report.results}
          agents={names}
          {...{ linkRun, selection, choose }}
        />
      )}
      <Results side={0} page={page} report={report} agents={names} {...{ selection, choose }} />
      {report.comparison !== undefined && index.compared !== undefined && (
        <Changes comparison={report.comparison} view={index.compared} report={report} />
      )}
      <Closing report={report} axisVersion={index.axisVersion} />
    </>
  );
}

/** Why the report does not say what to fix, and how to get it. */
function NoFixes({ report, isRunning }: { readonly report: Report; readonly isRunning: boolean }) {
  const { scoring, reportId, results } = report;
  if (results.length === 0 && !isRunning) return null;
  return (
    <Section id="fixes" title="What to fix">
      <p class="notice">
        {isRunning && "This is added up when the last run has finished."}
        {!isRunning && scoring === undefined && "Nothing was scored, so nothing says what to fix."}
        {!isRunning && scoring !== undefined && (
          <>
            This report was written before AXIS added up what to fix. To add it up from the same runs:{" "}
            <code>axis rescore {safeName(reportId, 80)}</code>
          </>
        )}
      </p>
    </Section>
  );
}

/** Runs may be on another page of the same report, and some are on none. */
function createRunLink(page: PageReport, { results }: Report): LinkRun {
  const files = new Map(results.flatMap(listRuns).map(({ runId, file }) => [runId, file]));
  return ({ runId }, step) => {
    const file = files.get(runId);
    const place = file === undefined ? undefined : findPlace(page, file);
    return place === undefined ? undefined : `${place.page ?? ""}${runLink({ side: 0, runId }, step)}`;
  };
}
