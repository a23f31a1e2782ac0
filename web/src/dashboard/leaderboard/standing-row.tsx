/** One agent of the leaderboard. */
import { noNumber } from "../../../../src/report/text/format.ts";
import { formatPoints } from "../../../../src/report/text/format-verdict.ts";
import { StackedCell } from "../../parts/stacked-cell.tsx";
import { safeLine } from "../../text/safe.ts";
import type { Standing } from "../api/answers.ts";
import { formatDate } from "../../parts/moment.ts";
import { formatMicros } from "../parts/micros.ts";
import { TierWord } from "../../scorecard/tier.tsx";
import { IntervalMark } from "./interval-mark.tsx";

interface StandingRowProps {
  readonly standing: Standing;
  /** Null for one that is not ranked. */
  readonly place: number | null;
  readonly trendLink: (agent: string) => string;
}

export function StandingRow({ standing, place, trendLink }: StandingRowProps) {
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
      {readingsOf(standing).map(([title, text]) => (
        <StackedCell key={title} title={title} class="number">
          {text}
        </StackedCell>
      ))}
    </tr>
  );
}

/** What stands behind the mean, by the titles of the columns. */
function readingsOf(standing: Standing): (readonly [title: string, text: string])[] {
  const { mean_axis_result: result, mean_cost_micros: cost } = standing;
  return [
    ["Runs", String(standing.runs)],
    ["Scenarios", String(standing.scenarios)],
    ["Completed", percent(standing.completion_rate)],
    ["Median", formatPoints(standing.median_score)],
    ["AXIS Result", result === null ? noNumber : formatPoints(result)],
    ["Cost", formatMicros(cost)],
    ["Last scored", formatDate(Date.parse(standing.last_scored_at))],
  ];
}

/** Whole percent, but never 0 or 100 where it is not. */
function percent(share: number): string {
  if (share > 0.99 && share < 1) return "> 99 %";
  return share > 0 && share < 0.01 ? "< 1 %" : `${Math.round(share * 100)} %`;
}
