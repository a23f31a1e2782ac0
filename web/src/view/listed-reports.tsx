/** One row per report, newest first. */
import type { ListedReport } from "../../../src/report/html/listing-index.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import { Score } from "../parts/score.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { formatMoment } from "../parts/moment.ts";
import { safeLine, safeName } from "../text/safe.ts";

/** Rows at first, and added at a time. */
const step = 200;

const stateWords: Readonly<Record<ListedReport["state"], { readonly word: string; readonly tone: string }>> = {
  "going-on": { word: "going on", tone: "good" },
  interrupted: { word: "interrupted", tone: "warn" },
  complete: { word: "complete", tone: "plain" },
};

export function ListedReports({ reports }: { reports: readonly ListedReport[] }) {
  const [count, showMore] = useShowMore(reports.length, step);
  if (reports.length === 0)
    return (
      <p class="notice">
        There are no reports yet. Make one with <code>axis run</code>; it appears here when it begins.
      </p>
    );
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Reports">
        <table class="listing">
          <thead>
            <tr>
              <th scope="col">Report</th>
              <th scope="col">State</th>
              <th scope="col" class="number">
                AXIS Result
              </th>
              <th scope="col" class="number">
                Pairs
              </th>
              <th scope="col" class="number">
                Failed
              </th>
              <th scope="col">Agents</th>
              <th scope="col" class="number">
                Time
              </th>
            </tr>
          </thead>
          <tbody>
            {reports.slice(0, count).map((report) => (
              <Row key={report.id} report={report} />
            ))}
          </tbody>
        </table>
      </div>
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
        <Score score={summary.averageAxisScore} reason="no pair has a number" />
      </td>
      <td class="number">{done === summary.total ? summary.total : `${done} of ${summary.total}`}</td>
      <td class={`number ${summary.failed > 0 ? "bad" : ""}`}>{summary.failed}</td>
      <td class="name">{agents.map((agent) => safeName(agent, 60)).join(", ")}</td>
      <td class="number">{formatDuration(durationMs)}</td>
    </tr>
  );
}
