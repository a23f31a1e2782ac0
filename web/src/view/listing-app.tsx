/** The reports and evaluations of a project. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { ListedEvaluation, ListedReport, ListingIndex } from "../../../src/report/html/listing-index.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import { formatStatusCounts } from "../../../src/report/text/status-counts.ts";
import { Masthead } from "../parts/masthead.tsx";
import { formatMoment } from "../parts/moment.ts";
import { Score } from "../parts/score.tsx";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { Section } from "../parts/section.tsx";
import { Shell } from "../parts/shell.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { numberColumns, ScrollTable, textColumns } from "../parts/table.tsx";
import { useViewStart } from "../parts/use-view-start.ts";
import { safeLine, safeName } from "../text/safe.ts";
import { LiveMark, type LiveState } from "./live-mark.tsx";

/** One row per report, newest first. */
const columns = [
  ...textColumns("Report", "Verdict"),
  ...numberColumns("AXIS Result"),
  ...textColumns("Results"),
  ...textColumns("Agents"),
  ...numberColumns("Time"),
];

/** Rows shown at first, and added per click. */
const step = 200;

const verdictTones = { PASS: "good", FAIL: "bad", INCOMPLETE: "warn", MEASURED: "plain" } as const;

function ListedReports({ reports }: { reports: readonly ListedReport[] }) {
  const [count, showMore] = useShowMore(reports.length, step);
  if (reports.length === 0)
    return (
      <p class="notice">
        No reports yet. Create one with <code>axis run</code>; it appears here when it starts.
      </p>
    );
  return (
    <>
      <ScrollTable label="Reports" class="listing stacks" columns={columns}>
        {reports.slice(0, count).map((report) => (
          <Row key={report.id} report={report} />
        ))}
      </ScrollTable>
      {showMore}
    </>
  );
}

function Row({ report }: { report: ListedReport }) {
  const { id, name, timestamp, summary, agents, durationMs, isScripted, verdict } = report;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <a href={`/reports/${encodeURIComponent(id)}/`}>{safeLine(id, 80)}</a>
        <small>
          {name === null ? "" : `${safeLine(name, 80)}, `}
          {formatMoment(timestamp)}
          {isScripted ? ", rehearsal" : ""}
        </small>
      </th>
      <td role="cell" class="verdict-cell">
        {verdict === null ? (
          <span class="tag at-running">running</span>
        ) : (
          <>
            <span class={`tag tone-${verdictTones[verdict.verdict]}`}>{verdict.verdict}</span>
            <small>{safeLine(verdict.sentence, 200)}</small>
          </>
        )}
      </td>
      <StackedCell title="AXIS Result" class="number">
        <Score
          score={summary.averageAxisScore}
          status={verdict?.verdict === "PASS" ? "passed" : undefined}
          reason="no result has a number"
        />
      </StackedCell>
      <StackedCell title="Results">{formatResults(report)}</StackedCell>
      <StackedCell title="Agents" class="name">
        {agents.map((agent) => safeName(agent, 60)).join(", ")}
      </StackedCell>
      <StackedCell title="Time" class="number">
        {formatDuration(durationMs)}
      </StackedCell>
    </tr>
  );
}

/** While a report is running, results without a status are queued or running. */
function formatResults({ verdict, summary }: ListedReport): string {
  const { results } = summary.statuses;
  if (verdict !== null) return formatStatusCounts(results) || "none";
  const ended = { ...results, "not run": 0 };
  return [formatStatusCounts(ended), `${results["not run"]} unfinished`].filter(Boolean).join(", ");
}

export function ListingApp({ index, live }: { index: ListingIndex; live: LiveState }) {
  const { project, reports, evaluations, unreadable } = index.listing;
  const name = safeLine(project, 80);
  const main = useViewStart({ view: "listing", title: `AXIS ${name}` });
  return (
    <Shell
      main={main}
      masthead={
        <Masthead home="/" isHome>
          <span class="project">{name}</span>
          <LiveMark live={live} isInProgress={reports.some(({ state }) => state === "going-on")} />
        </Masthead>
      }
      colophon={`Shown by AXIS ${index.axisVersion} from the files of this project. The AXIS Result is from 0 to 100: the mean of the results of a report.`}
    >
      <h1>{name}</h1>
      <Section id="reports" title="Reports" note={String(reports.length)}>
        <ListedReports reports={reports} />
        {unreadable.map(({ id, why }) => (
          <p class="notice" key={id}>
            <b>{safeLine(id, 80)}</b> cannot be read: {safeLine(why, 300)}
          </p>
        ))}
      </Section>
      {evaluations.length > 0 && (
        <Section id="evaluations" title="Evaluations" note={String(evaluations.length)}>
          <ListedEvaluations evaluations={evaluations} />
        </Section>
      )}
    </Shell>
  );
}

/** The evaluations: links to their pages, and progress of those without one. */
function ListedEvaluations({ evaluations }: { evaluations: readonly ListedEvaluation[] }) {
  return (
    <ul class="evaluations">
      {evaluations.map(({ name, isWritten, rows, changedAt }) => (
        <li key={name}>
          {isWritten ? (
            <a href={`/evaluations/${encodeURIComponent(name)}/`}>{safeLine(name, 80)}</a>
          ) : (
            <b>{safeLine(name, 80)}</b>
          )}
          <small>
            {rows === null ? "" : `${formatCount(rows, "row")} so far, no page yet; last change `}
            {formatMoment(changedAt)}
          </small>
        </li>
      ))}
    </ul>
  );
}
