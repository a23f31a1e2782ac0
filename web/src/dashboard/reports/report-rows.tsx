/** Reports as rows, newest first. */
import { formatDelta, formatScore } from "../../../../src/report/text/format.ts";
import { formatDayTime } from "../../parts/moment.ts";
import { VerdictTag } from "../../parts/page-head.tsx";
import { StatusStrip } from "../../parts/status-bar.tsx";
import { safeLine } from "../../text/safe.ts";
import type { ReportEntry } from "../api/answers.ts";
import type { ViewProps } from "../views.ts";
import { describeCost, describeCounts, describeRevision, findChange, readOutcome } from "./report-words.ts";

interface ReportRowsProps extends Pick<ViewProps, "route"> {
  readonly rows: readonly ReportEntry[];
  /** More than one project is shown. */
  readonly showsProject?: boolean;
}

const numberTitles: ReadonlySet<string> = new Set(["AXIS Result", "Change", "Cost"]);

export function ReportRows({ rows, route, showsProject = false }: ReportRowsProps) {
  const titles = ["Time", "Verdict", "AXIS Result", "Change", "Runs", "", "Why", "Cost", "Of"];
  const now = new Date();
  return (
    <table class="report-rows">
      <caption class="sr">Reports, newest first</caption>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col" class={numberTitles.has(title) ? "number" : undefined}>
              {title === "" ? <span class="sr">Runs by status</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <ReportRow
            key={`${row.workspace} ${row.id}`}
            row={row}
            change={findChange(rows, at)}
            now={now}
            href={route.link("reports/{id}", { id: row.id }, { workspace: row.workspace })}
            project={showsProject ? row.workspace : null}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ReportRowProps {
  readonly row: ReportEntry;
  readonly change: number | null;
  readonly now: Date;
  readonly href: string;
  readonly project: string | null;
}

function ReportRow({ row, change, now, href, project }: ReportRowProps) {
  const isRunning = row.state === "running";
  const counts = row.run_statuses;
  return (
    <tr>
      <th scope="row">
        <a href={href}>{formatDayTime(row.created_at, now)}</a>
        {project !== null && <small>{safeLine(project, 60)}</small>}
      </th>
      <td>
        <ReportTag row={row} />
      </td>
      <td class="number result">{row.axis_result === null ? "–" : formatScore(round(row.axis_result))}</td>
      <td class="number delta">{change === null ? "" : formatDelta(round(change))}</td>
      <td class="bar-cell">{counts !== null && <StatusStrip counts={counts} />}</td>
      <td class="count-words">{counts !== null && describeCounts(counts, isRunning)}</td>
      <td class="why">{safeLine(readOutcome(row).sentence ?? "", 160)}</td>
      <td class="number cost">{describeCost(row.cost_micros, row.known_cost_micros)}</td>
      <td class="of">{describeRevision(row.revision)}</td>
    </tr>
  );
}

/** The verdict; a rehearsal says that it is one. */
export function ReportTag({
  row,
}: {
  readonly row: Pick<ReportEntry, "verdict" | "sentence" | "competition" | "state" | "scripted">;
}) {
  return (
    <>
      {row.state === "running" ? <span class="running-tag">running</span> : <VerdictTag word={readOutcome(row).word} />}
      {row.scripted && <small>rehearsal</small>}
    </>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
