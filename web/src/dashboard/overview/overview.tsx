/** The home of the dashboard: the last report and the week, what is running, what to fix, all reports. */
import { formatScore, noNumber } from "../../../../src/report/text/format.ts";
import { resultClass } from "../../parts/score.tsx";
import { formatDayTime } from "../../parts/moment.ts";
import { PageHead } from "../../parts/page-head.tsx";
import type { Fixes, Overview as OverviewData, ReportEntry } from "../api/answers.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { NothingYet } from "../parts/nothing-yet.tsx";
import { ShowLoaded } from "../parts/states.tsx";
import { findPeriodStart } from "../parts/period.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { ReportTag } from "../reports/report-rows.tsx";
import type { ViewProps } from "../views.ts";
import { FixesOverTime } from "./fixes-over-time.tsx";
import { Lists } from "./lists.tsx";
import { describeDelta, describeLead, describeWeek } from "./overview-words.ts";
import { ResultChart } from "./result-chart.tsx";
import { ReviewCard } from "./review-card.tsx";
import { RunningReports } from "./running-reports.tsx";

export function Overview(props: ViewProps<string>) {
  const { api, workspace, live } = props;
  const since = findPeriodStart("30", new Date());
  const query = { workspace };
  const [overview, again] = useLoaded((abort) => api.get("/v1/overview", { query, abort }), workspace);
  const [fixes, fixesAgain] = useLoaded(
    (abort) => api.get("/v1/fixes", { query: { ...query, since }, abort }),
    workspace,
  );
  const [reports, reportsAgain] = useLoaded(
    (abort) => api.get("/v1/reports", { query: { ...query, limit: 100 }, abort }),
    workspace,
  );
  useLiveRefresh(live, "reports", again, fixesAgain, reportsAgain);
  return (
    <ShowLoaded loaded={overview} again={again}>
      {(value) =>
        value.last === null && value.running.length === 0 && value.counts.runs + value.counts.reports === 0 ? (
          <NoReports counts={value.counts} {...props} />
        ) : (
          <Home overview={value} fixes={fixes.value} reports={reports.value?.data ?? []} {...props} />
        )
      }
    </ShowLoaded>
  );
}

/** Evaluations can be there without a run. */
function NoReports({ counts, ...props }: ViewProps<string> & Pick<OverviewData, "counts">) {
  return (
    <>
      <h1>Overview</h1>
      <NothingYet outline="chart" />
      {counts.evaluations > 0 && <Lists {...props} reports={[]} counts={counts} />}
    </>
  );
}

interface HomeProps extends ViewProps<string> {
  readonly overview: OverviewData;
  readonly fixes: Fixes | null;
  readonly reports: readonly ReportEntry[];
}

function Home({ overview, fixes, reports, ...props }: HomeProps) {
  const { last, change, running, counts } = overview;
  return (
    <>
      {last === null ? (
        <h1>{running.length > 0 ? "The first report is running." : "No report has ended yet."}</h1>
      ) : (
        <PageHead
          tags={
            <>
              <ReportTag row={last} /> last report,{" "}
              <a href={props.route.link("reports/{id}", { id: last.id })}>
                {formatDayTime(last.created_at, new Date())}
              </a>
            </>
          }
          title={describeWeek(last, change)}
          lead={describeLead(overview, fixes)}
          aside={<LastResult last={last} delta={describeDelta(last, change)} />}
        />
      )}
      <div class="overview-row">
        <ResultChart reports={reports} route={props.route} />
        {running.length > 0 && <RunningReports running={running} {...props} />}
      </div>
      <div class="overview-row">
        {fixes !== null && fixes.data.length > 0 && <FixesOverTime fixes={fixes} last={last} route={props.route} />}
        <ReviewCard {...props} />
      </div>
      <Lists {...props} reports={reports} counts={counts} />
    </>
  );
}

interface LastResultProps {
  readonly last: ReportEntry;
  readonly delta: ReturnType<typeof describeDelta>;
}

function LastResult({ last, delta }: LastResultProps) {
  const { axis_result: value, interval, verdict } = last;
  const shown = value === null ? null : Math.round(value);
  return (
    <div class="overview-number">
      <p class="label">AXIS Result, last report</p>
      <div>
        <strong class={resultClass(shown, verdict === "PASS" ? "passed" : undefined)}>{shown ?? noNumber}</strong>
        <p>
          {value === null && <span>no result has a number</span>}
          {interval !== null && (
            <span>
              {formatTenths(interval.lower)} to {formatTenths(interval.upper)}, 95 %
            </span>
          )}
          {delta !== null && <span class={delta.tone}>{delta.text}</span>}
        </p>
      </div>
    </div>
  );
}

function formatTenths(value: number): string {
  return formatScore(Math.round(Math.min(100, Math.max(0, value)) * 10) / 10);
}
