/** One agent of the leaderboard. */
import { formatCost } from "../../../../src/report/format.ts";
import { safeLine } from "../../text/safe.ts";
import type { Standing } from "../api/answers.ts";
import { dayText } from "../charts/time-ticks.ts";
import { TierWord } from "../parts/tier-word.tsx";
import { IntervalMark } from "./interval-mark.tsx";

interface StandingRowProps {
  readonly standing: Standing;
  /** Null for one that is not ranked. */
  readonly place: number | null;
  readonly trendLink: (agent: string) => string;
}

export function StandingRow({ standing, place, trendLink }: StandingRowProps) {
  const { mean_interval: interval, mean_cost_micros: cost } = standing;
  return (
    <tr>
      <td class="number place">{place ?? "–"}</td>
      <th scope="row">
        <a href={trendLink(standing.agent)}>{safeLine(standing.agent, 80)}</a>
      </th>
      <td class="number mean">{standing.mean_score.toFixed(1)}</td>
      <td>
        <TierWord tier={standing.tier} />
      </td>
      <td class="number">{interval === null ? "–" : `${interval.lower.toFixed(1)} to ${interval.upper.toFixed(1)}`}</td>
      <td>
        <IntervalMark standing={standing} />
      </td>
      <td class="number">{standing.runs}</td>
      <td class="number">{standing.scenarios}</td>
      <td class="number">{percent(standing.completion_rate)}</td>
      <td class="number">{standing.median_score.toFixed(1)}</td>
      <td class="number">{standing.mean_axis_result?.toFixed(1) ?? "–"}</td>
      <td class="number">{formatCost(cost === null ? undefined : cost / 1_000_000)}</td>
      <td class="number">{dayText(Date.parse(standing.last_scored_at))}</td>
    </tr>
  );
}

/** Whole percent, but never 0 or 100 where it is not. */
function percent(share: number): string {
  if (share > 0.99 && share < 1) return "> 99 %";
  return share > 0 && share < 0.01 ? "< 1 %" : `${Math.round(share * 100)} %`;
}
