/** The reports and evaluations of a project. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { ListedEvaluation, ListedReport, ListingIndex } from "../../../src/report/html/listing-index.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import { Masthead } from "../parts/masthead.tsx";
import { formatMoment } from "../parts/moment.ts";
import { Score } from "../parts/score.tsx";
import { Section } from "../parts/section.tsx";
import { Shell } from "../parts/shell.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { numberColumns, ScrollTable, textColumns } from "../parts/table.tsx";
import { useViewStart } from "../parts/use-view-start.ts";
import { safeLine, safeName } from "../text/safe.ts";
import { LiveMark, type LiveState } from "./live-mark.tsx";

/** One row per report, newest first. */
const columns = [
  ...textColumns("Report", "State"),
  ...numberColumns("AXIS Result", "Results", "Failed"),
  ...textColumns("Agents"),
  ...numberColumns("Time"),
];

/** Rows shown at first, and added per click. */
const step = 200;

const stateWords: Readonly<Record<ListedReport["state"], { readonly word: string; readonly tone: string }>> = {
  "going-on": { word: "in progress", tone: "good" },
  interrupted: { word: "interrupted", tone: "warn" },
  complete: { word: "complete", tone: "plain" },
};

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
      <ScrollTable label="Reports" class="listing" columns={columns}>
        {reports.slice(0, count).map((report) => (
          <Row key={report.id} report={report} />
        ))}
      </ScrollTable>
      {showMore}
    </>
  );
}

function Row({ report }: { report: ListedReport }) {
  const { id, name, timestamp, state, summary, agents, durationMs, isScripted } = report;
  const { word, tone } = stateWords[state];
  const done = summary.completed + summary.failed;
  return (
    <tr>
      <th scope="row">
        <a href={`/reports/${encodeURIComponent(id)}/`}>{safeLine(id, 80)}</a>
        <small>
          {name === null ? "" : `${safeLine(name, 80)}, `}
          {formatMoment(timestamp)}
          {isScripted ? ", rehearsal" : ""}
        </small>
      </th>
      <td>
        <span class={`tag tone-${tone}`}>{word}</span>
      </td>
      <td class="number">
        <Score score={summary.averageAxisScore} reason="no result has a number" />
      </td>
      <td class="number">{done === summary.total ? summary.total : `${done} of ${summary.total}`}</td>
      <td class={`number ${summary.failed > 0 ? "bad" : ""}`}>{summary.failed}</td>
      <td class="name">{agents.map((agent) => safeName(agent, 60)).join(", ")}</td>
      <td class="number">{formatDuration(durationMs)}</td>
    </tr>
  );
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
      colophon={`Shown by AXIS ${index.axisVersion} from the files of this project. The number is the AXIS Result, from 0 to 100.`}
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
