/** Reports as rows, newest first; two ticked ones can be compared. */
import { useState } from "preact/hooks";
import type { ListedReport } from "../../../src/report/html/listing-index.ts";
import { formatDelta, noNumber } from "../../../src/report/text/format.ts";
import { formatStatusCounts } from "../../../src/report/text/status-counts.ts";
import { formatUsage } from "../overview/usage.ts";
import { formatMoment, formatShortMoment } from "../parts/moment.ts";
import { VerdictTag } from "../parts/page-head.tsx";
import { Section } from "../parts/section.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { StatusStrip } from "../parts/status-bar.tsx";
import { ColumnHeads, numberColumns, textColumns } from "../parts/table.tsx";
import { safeLine } from "../text/safe.ts";
import { compareAddress, findChange, readOutcome, toggleTick } from "./report-list.ts";

const columns = [
  ...textColumns("Compare", "Time", "Verdict"),
  ...numberColumns("AXIS Result", "Change"),
  ...textColumns("Runs", "By status", "What happened"),
  ...numberColumns("Cost"),
];

/** Rows shown at first, and added per click. */
const step = 200;

export function ReportRows({ reports }: { readonly reports: readonly ListedReport[] }) {
  const [count, showMore] = useShowMore(reports.length, step);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const address = compareAddress(reports, ticked);
  const names = new Set(reports.map(({ name }) => name));
  return (
    <Section
      id="reports"
      title="Reports"
      note={`${reports.length}, newest first`}
      actions={
        reports.length > 1 &&
        (address === null ? (
          <span class="hint">Tick two reports to compare them</span>
        ) : (
          <a href={address}>Compare the two</a>
        ))
      }
    >
      <table role="table" class="listing stacks">
        <ColumnHeads columns={columns} />
        <tbody role="rowgroup">
          {reports.slice(0, count).map((report, place) => (
            <Row
              key={report.id}
              report={report}
              change={findChange(reports, place)}
              isTicked={ticked.includes(report.id)}
              onTick={() => setTicked(toggleTick(ticked, report.id))}
              hasName={names.size > 1}
            />
          ))}
        </tbody>
      </table>
      {showMore}
    </Section>
  );
}

interface RowProps {
  readonly report: ListedReport;
  readonly change: number | null;
  readonly isTicked: boolean;
  readonly onTick: () => void;
  /** Whether the reports have different names. */
  readonly hasName: boolean;
}

function Row({ report, change, isTicked, onTick, hasName }: RowProps) {
  const { id, timestamp, summary, isScripted } = report;
  const outcome = readOutcome(report);
  const { runs } = summary.statuses;
  return (
    <tr role="row">
      <td role="cell" class="tick">
        <label>
          <input type="checkbox" checked={isTicked} onChange={onTick} />
          <span class="sr">Compare {safeLine(id, 80)}</span>
        </label>
      </td>
      <th role="rowheader" scope="row">
        <a href={`/reports/${encodeURIComponent(id)}/`} title={formatMoment(timestamp)}>
          {formatShortMoment(timestamp, new Date())}
        </a>
        <small>
          {[...(hasName ? [safeLine(report.name ?? "", 60)] : []), safeLine(id, 80)].filter(Boolean).join(", ")}
        </small>
      </th>
      <td role="cell" class="verdict-cell">
        {outcome !== null && <VerdictTag word={outcome.word} />}
        {isScripted && <small>rehearsal</small>}
      </td>
      <StackedCell title="AXIS Result" class="number result">
        {summary.averageAxisScore ?? noNumber}
      </StackedCell>
      <StackedCell title="Change" class="number change">
        {change === null ? "" : formatDelta(change)}
      </StackedCell>
      <td role="cell" class="strip-cell">
        <StatusStrip counts={runs} />
      </td>
      <td role="cell" class="counts">
        {formatStatusCounts(runs) || "no runs"}
      </td>
      <td role="cell" class="sentence">
        {outcome === null ? "" : safeLine(outcome.sentence, 200)}
      </td>
      <StackedCell title="Cost" class="number">
        {formatUsage("cost", summary.costUsd)}
      </StackedCell>
    </tr>
  );
}
