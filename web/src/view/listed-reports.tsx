/** One row per report, newest first. */
import type { ListedReport } from "../../../src/report/html/listing-index.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import { Score } from "../parts/score.tsx";
import { ScrollTable, numberColumns, textColumns } from "../parts/table.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { formatMoment } from "../parts/moment.ts";
import { safeLine, safeName } from "../text/safe.ts";

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

export function ListedReports({ reports }: { reports: readonly ListedReport[] }) {
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
