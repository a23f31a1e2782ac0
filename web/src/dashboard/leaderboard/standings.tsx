/** The leaderboard table; unranked agents are listed separately. */
import type { RankingMetric } from "../../../../src/core/report/agent-ranking.ts";
import { formatPoints } from "../../../../src/report/text/format-verdict.ts";
import { noNumber } from "../../../../src/report/text/format.ts";
import { type Column, ColumnHeads, numberColumns, textColumns } from "../../parts/table.tsx";
import { formatDate } from "../../parts/moment.ts";
import { StackedCell } from "../../parts/stacked-cell.tsx";
import { tierClass } from "../../scorecard/tier.tsx";
import { safeLine } from "../../text/safe.ts";
import type { Standing } from "../api/answers.ts";
import { scoreScale } from "../../charts/value-scale.ts";
import { formatMicros } from "../parts/micros.ts";

const metricTitles: Readonly<Record<RankingMetric, string>> = {
  axis: "AXIS Result",
  "pass-rate": "Pass rate",
  scorecard: "Scorecard",
};

/** The number that the table is ranked by, as text and on a scale from 0 to 100. */
function readMetric(standing: Standing, by: RankingMetric): { text: string; points: number | null } {
  const { mean_axis_result: result, pass_rate: rate, mean_score: card, tier } = standing;
  if (by === "scorecard") return { text: `${formatPoints(card)} ${tier}`, points: card };
  if (by === "axis") return { text: result === null ? noNumber : formatPoints(result), points: result };
  return { text: rate === null ? noNumber : formatPercent(rate), points: rate === null ? null : rate * 100 };
}

/** The interval of that number, and what it is about. A pass rate has none. */
export function readInterval(standing: Standing, by: RankingMetric) {
  if (by === "scorecard") return { interval: standing.mean_interval, scope: standing.interval_scope };
  if (by === "axis") return { interval: standing.axis_interval, scope: standing.axis_interval_scope };
  return { interval: null, scope: null };
}

/** A mean with its interval on a scale from 0 to 100; the numbers are next to it. */
const [width, height] = [160, 14];

function IntervalMark({ standing, by }: { readonly standing: Standing; readonly by: RankingMetric }) {
  const { interval } = readInterval(standing, by);
  const { points: value } = readMetric(standing, by);
  const x = (points: number) => 2 + (points / 100) * (width - 4);
  const tone = by === "scorecard" ? tierClass(standing.tier) : "plain";
  return (
    <svg class={`interval-mark ${tone}`} width={width} height={height} aria-hidden="true">
      <line class="axis-line" x1={x(0)} x2={x(100)} y1={height / 2} y2={height / 2} />
      {(by === "scorecard" ? scoreScale.ticks : [0, 50, 100]).map((points) => (
        <line key={points} class="axis-line" x1={x(points)} x2={x(points)} y1="3" y2={height - 3} />
      ))}
      {interval !== null && (
        <line class="reach" x1={x(interval.lower)} x2={x(interval.upper)} y1={height / 2} y2={height / 2} />
      )}
      {value !== null && <circle cx={x(value)} cy={height / 2} r="4" />}
    </svg>
  );
}

interface StandingRowProps {
  readonly standing: Standing;
  readonly by: RankingMetric;
  readonly trendLink: (agent: string) => string;
}

function StandingRow({ standing, by, trendLink }: StandingRowProps) {
  const { interval } = readInterval(standing, by);
  return (
    <tr role="row">
      <td role="cell" class="number place">
        {standing.place ?? noNumber}
      </td>
      <th role="rowheader" scope="row">
        <a href={trendLink(standing.agent)}>{safeLine(standing.agent, 80)}</a>
      </th>
      <td role="cell" class="number mean">
        {readMetric(standing, by).text}
      </td>
      <StackedCell title="95 % interval" class="number interval">
        {interval === null ? noNumber : `${formatPoints(interval.lower)} to ${formatPoints(interval.upper)}`}
      </StackedCell>
      <td role="cell" class="drawn">
        <IntervalMark standing={standing} by={by} />
      </td>
      {listNumbers(standing, by).map(([title, text]) => (
        <StackedCell key={title} title={title} class="number">
          {text}
        </StackedCell>
      ))}
    </tr>
  );
}

const otherMetrics = ["axis", "pass-rate", "scorecard"] as const;

/** The other columns, by title. */
function listNumbers(standing: Standing, by: RankingMetric): (readonly [title: string, text: string])[] {
  const { passed, failed, mean_cost_micros: cost } = standing;
  return [
    ...otherMetrics
      .filter((metric) => metric !== by)
      .map((metric) => [metricTitles[metric], readMetric(standing, metric).text] as const),
    ["Passed", `${passed} of ${passed + failed}`],
    ["Runs", String(standing.runs)],
    ["Scenarios", String(standing.scenarios)],
    ["Cost", formatMicros(cost)],
    ["Last scored", formatDate(Date.parse(standing.last_scored_at))],
  ];
}

/** Whole percent; 0 and 100 only if exact. */
function formatPercent(share: number): string {
  if (share > 0.99 && share < 1) return "> 99 %";
  return share > 0 && share < 0.01 ? "< 1 %" : `${Math.round(share * 100)} %`;
}

function listColumns(by: RankingMetric): Column[] {
  const others = otherMetrics.filter((metric) => metric !== by).map((metric) => metricTitles[metric]);
  return [
    ...numberColumns("Rank"),
    ...textColumns("Agent"),
    ...numberColumns(metricTitles[by], "95 % interval"),
    ...textColumns("0 to 100"),
    ...numberColumns(...others, "Passed", "Runs", "Scenarios", "Cost", "Last scored"),
  ];
}

interface StandingsProps {
  readonly rows: readonly Standing[];
  readonly by: RankingMetric;
  /** How many runs an agent needs to be ranked. */
  readonly needed: string;
  readonly trendLink: (agent: string) => string;
}

export function Standings({ rows, by, needed, trendLink }: StandingsProps) {
  const ranked = rows.filter((row) => row.ranked);
  const others = rows.filter((row) => !row.ranked);
  const columns = listColumns(by);
  const name = `Agents by ${by === "axis" ? metricTitles[by] : metricTitles[by].toLowerCase()}`;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={name}>
      <table role="table" class="standings stacks">
        <caption class="sr">{name}, best first</caption>
        <ColumnHeads columns={columns} />
        <tbody role="rowgroup">
          {ranked.map((standing) => (
            <StandingRow key={standing.agent} {...{ standing, by, trendLink }} />
          ))}
        </tbody>
        {others.length > 0 && (
          <tbody role="rowgroup" class="unranked">
            <tr role="row">
              <th role="rowheader" colSpan={columns.length} scope="rowgroup">
                <b>Unranked</b> fewer than {needed}
              </th>
            </tr>
            {others.map((standing) => (
              <StandingRow key={standing.agent} {...{ standing, by, trendLink }} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}
