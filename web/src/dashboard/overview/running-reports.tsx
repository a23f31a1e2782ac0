/** The reports that are running: how far each is, how long it will take, and what it has cost. */
import { formatCount } from "../../../../src/core/format-count.ts";
import { formatDuration } from "../../../../src/report/text/format.ts";
import { Section } from "../../parts/section.tsx";
import { StatusStrip } from "../../parts/status-bar.tsx";
import { safeLine } from "../../text/safe.ts";
import type { ReportEntry } from "../api/answers.ts";
import { countRuns, describeCost, describeCounts, describeRevision } from "../reports/report-words.ts";
import type { ViewProps } from "../views.ts";
import { RunningAgents } from "./running-agents.tsx";

interface RunningReportsProps extends ViewProps<string> {
  readonly running: readonly ReportEntry[];
}

export function RunningReports({ running, ...props }: RunningReportsProps) {
  const { route } = props;
  return (
    <Section id="running" title="Running now" note={formatCount(running.length, "report")}>
      {running.map((report) => (
        <RunningReport
          key={report.id}
          report={report}
          href={route.link("reports/{id}", { id: report.id }, { workspace: report.workspace })}
        />
      ))}
      <RunningAgents {...props} />
    </Section>
  );
}

function RunningReport({ report, href }: { readonly report: ReportEntry; readonly href: string }) {
  const { revision, title, id, run_statuses: counts, budget_micros: budget, known_cost_micros: cost } = report;
  const name = revision === null ? safeLine(title ?? id, 60) : describeRevision(revision);
  const all = counts === null ? 0 : countRuns(counts);
  const ended = counts === null ? 0 : all - counts["not run"];
  const left = estimateLeft(report, { all, ended }, new Date());
  return (
    <div class="running-report">
      <p class="running-name">
        <b>{name}</b> {describeSize(report)} <a href={href}>Open</a>
      </p>
      {counts !== null && <StatusStrip counts={counts} />}
      <p>
        {ended} of {formatCount(all, "run")}
        {counts !== null && ended > 0 && `: ${describeCounts(counts, true)}`}.
        {left !== null && ` About ${formatDuration(left)} left.`}
        {cost !== null && cost > 0 && ` ${describeCost(cost)}${budget === null ? "" : ` of ${describeCost(budget)}`}.`}
      </p>
    </div>
  );
}

function describeSize({ scenarios, agents }: ReportEntry): string {
  if (scenarios === null || scenarios === 0) return "";
  return `${formatCount(scenarios, "scenario")} × ${formatCount(agents.length, "agent")} so far`;
}

/** From the pace so far; null before enough runs have ended to tell. */
function estimateLeft(
  { created_at }: ReportEntry,
  { all, ended }: { readonly all: number; readonly ended: number },
  now: Date,
): number | null {
  if (ended < 3 || ended >= all) return null;
  const elapsedMs = now.getTime() - Date.parse(created_at);
  return elapsedMs > 0 ? (elapsedMs / ended) * (all - ended) : null;
}
