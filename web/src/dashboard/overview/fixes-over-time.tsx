/** What to fix in the last report, and in how many runs of the reports before each cause was met. */
import { formatCount } from "../../../../src/core/format-count.ts";
import { formatDay } from "../../parts/moment.ts";
import { PointsBar } from "../../parts/points-bar.tsx";
import { Section } from "../../parts/section.tsx";
import { safeLine } from "../../text/safe.ts";
import type { Fixes, ReportEntry } from "../api/answers.ts";
import type { ViewProps } from "../views.ts";
import { describeHistory } from "./overview-words.ts";

/** The others are on the page of the report. */
const shownFixes = 4;

interface FixesOverTimeProps extends Pick<ViewProps, "route"> {
  readonly fixes: Fixes;
  readonly last: ReportEntry | null;
}

export function FixesOverTime({ fixes, last, route }: FixesOverTimeProps) {
  // Habits of agents come last: what they use and deliver is what an owner can change.
  const shown = fixes.data
    .toSorted((a, b) => Number(a.area === "work") - Number(b.area === "work"))
    .slice(0, shownFixes);
  const longest = Math.max(...shown.map(({ points }) => points.most));
  const newest = fixes.reports.at(-1);
  const link = (fix: string | null) =>
    route.link(
      "reports/{id}",
      { id: newest?.id ?? "" },
      fix === null ? {} : { fix, workspace: last?.workspace ?? null },
    );
  const note = newest?.id === last?.id ? "last report; points of the AXIS Result" : "points of the AXIS Result";
  return (
    <Section
      id="fixes"
      title="What to fix"
      note={note}
      actions={
        <>
          <small>runs per report, 30 days</small>
          <a href={link(null)}>all {fixes.count ?? fixes.data.length}</a>
        </>
      }
    >
      <ol class="fixes-over-time">
        {shown.map((fix) => (
          <li key={fix.id}>
            <p>
              <a href={link(fix.id)}>{safeLine(fix.title, 200)}</a>
              <small>
                {formatCount(fix.runs, "run")}, {formatCount(fix.agents.length, "agent")}
                {fix.failed > 0 && <span class="is-failed">, {fix.failed} failed</span>}
                {fix.worked_later > 0 && `, worked later in ${fix.worked_later}`}
              </small>
            </p>
            <History history={fix.history} reports={fixes.reports} />
            <PointsBar points={fix.points} longest={longest} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

const strip = { height: 18, bar: 9, gap: 2, least: 1 } as const;
/** Older reports would make the bars too thin. */
const maxBars = 14;

function History({ history, reports }: { readonly history: readonly number[]; readonly reports: Fixes["reports"] }) {
  const shown = history.slice(-maxBars);
  const shownReports = reports.slice(-maxBars);
  const words = describeHistory(history, reports);
  if (shown.length < 2) return <span class="fix-history" />;
  const most = Math.max(...shown, 1);
  const said = shown.map((runs, at) => `${formatDay(Date.parse(shownReports[at]?.at ?? ""))}: ${runs}`);
  return (
    <span class="fix-history">
      <svg
        width={shown.length * (strip.bar + strip.gap)}
        height={strip.height}
        role="img"
        aria-label={`Runs per report, ${said.join(", ")}`}
      >
        {shown.map((runs, at) => {
          const height = runs === 0 ? strip.least : Math.max(2, (runs / most) * strip.height);
          return (
            <rect
              key={at}
              class={at === shown.length - 1 ? "now" : "before"}
              x={at * (strip.bar + strip.gap)}
              y={strip.height - height}
              width={strip.bar}
              height={height}
            />
          );
        })}
      </svg>
      <small>{words}</small>
    </span>
  );
}
