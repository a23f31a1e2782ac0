/** The leaderboard table; unranked agents are listed separately. */
import { formatPoints } from "../../../../src/report/text/format-verdict.ts";
import { noNumber } from "../../../../src/report/text/format.ts";
import { ColumnHeads, numberColumns, textColumns } from "../../parts/table.tsx";
import { formatDate } from "../../parts/moment.ts";
import { StackedCell } from "../../parts/stacked-cell.tsx";
import { tierClass, TierWord } from "../../scorecard/tier.tsx";
import { safeLine } from "../../text/safe.ts";
import type { Standing } from "../api/answers.ts";
import { scoreScale } from "../charts/value-scale.ts";
import { formatMicros } from "../parts/micros.ts";

/** A mean with its interval on a scale from 0 to 100; the numbers are next to it. */
const [width, height] = [160, 14];

function IntervalMark({ standing }: { readonly standing: Standing }) {
  const { mean_score, mean_interval, tier } = standing;
  const x = (points: number) => 2 + (points / 100) * (width - 4);
  return (
    <svg class={`interval-mark ${tierClass(tier)}`} width={width} height={height} aria-hidden="true">
      <line class="axis-line" x1={x(0)} x2={x(100)} y1={height / 2} y2={height / 2} />
      {scoreScale.ticks.map((points) => (
        <line key={points} class="axis-line" x1={x(points)} x2={x(points)} y1="3" y2={height - 3} />
      ))}
      {mean_interval !== null && (
        <line class="reach" x1={x(mean_interval.lower)} x2={x(mean_interval.upper)} y1={height / 2} y2={height / 2} />
      )}
      <circle cx={x(mean_score)} cy={height / 2} r="4" />
    </svg>
  );
}

interface StandingRowProps {
  readonly standing: Standing;
  /** Null for an unranked agent. */
  readonly place: number | null;
  readonly trendLink: (agent: string) => string;
}

function StandingRow({ standing, place, trendLink }: StandingRowProps) {
  const { mean_interval: interval } = standing;
  return (
    <tr role="row">
      <td role="cell" class="number place">
        {place ?? "–"}
      </td>
      <th role="rowheader" scope="row">
        <a href={trendLink(standing.agent)}>{safeLine(standing.agent, 80)}</a>
      </th>
      <td role="cell" class="number mean">
        {formatPoints(standing.mean_score)}
      </td>
      <td role="cell" class="tier">
        <TierWord tier={standing.tier} />
      </td>
      <StackedCell title="95 % interval" class="number interval">
        {interval === null ? noNumber : `${formatPoints(interval.lower)} to ${formatPoints(interval.upper)}`}
      </StackedCell>
      <td role="cell" class="drawn">
        <IntervalMark standing={standing} />
      </td>
      {listNumbers(standing).map(([title, text]) => (
        <StackedCell key={title} title={title} class="number">
          {text}
        </StackedCell>
      ))}
    </tr>
  );
}

/** The other columns, by title. */
function listNumbers(standing: Standing): (readonly [title: string, text: string])[] {
  const { mean_axis_result: result, mean_cost_micros: cost } = standing;
  return [
    ["Runs", String(standing.runs)],
    ["Scenarios", String(standing.scenarios)],
    ["Completed", formatPercent(standing.completion_rate)],
    ["Median", formatPoints(standing.median_score)],
    ["AXIS Result", result === null ? noNumber : formatPoints(result)],
    ["Cost", formatMicros(cost)],
    ["Last scored", formatDate(Date.parse(standing.last_scored_at))],
  ];
}

/** Whole percent; 0 and 100 only if exact. */
function formatPercent(share: number): string {
  if (share > 0.99 && share < 1) return "> 99 %";
  return share > 0 && share < 0.01 ? "< 1 %" : `${Math.round(share * 100)} %`;
}

interface StandingsProps {
  readonly rows: readonly Standing[];
  /** How many runs an agent needs to be ranked. */
  readonly needed: string;
  readonly trendLink: (agent: string) => string;
}

const columns = [
  ...numberColumns("Rank"),
  ...textColumns("Agent"),
  ...numberColumns("Mean score"),
  ...textColumns("Tier"),
  ...numberColumns("95 % interval"),
  ...textColumns("0 to 100"),
  ...numberColumns("Runs", "Scenarios", "Completed", "Median", "AXIS Result", "Cost", "Last scored"),
];

export function Standings({ rows, needed, trendLink }: StandingsProps) {
  const ranked = rows.filter((row) => row.ranked);
  const others = rows.filter((row) => !row.ranked);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Agents by mean score">
      <table role="table" class="standings stacks">
        <caption class="sr">Agents by mean score, best first</caption>
        <ColumnHeads columns={columns} />
        <tbody role="rowgroup">
          {ranked.map((standing, place) => (
            <StandingRow key={standing.agent} standing={standing} place={place + 1} trendLink={trendLink} />
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
              <StandingRow key={standing.agent} standing={standing} place={null} trendLink={trendLink} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}
