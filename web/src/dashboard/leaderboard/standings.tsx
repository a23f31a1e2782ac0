/** The table of agents: mean with tier and interval, runs, completion, and what they cost; those not ranked apart. */
import type { Standing } from "../api/answers.ts";
import { StandingRow } from "./standing-row.tsx";

interface StandingsProps {
  readonly rows: readonly Standing[];
  /** How many runs it takes to be ranked, in words. */
  readonly needed: string;
  readonly trendLink: (agent: string) => string;
}

const columns: readonly (readonly [string, number: boolean])[] = [
  ["Place", true],
  ["Agent", false],
  ["Mean score", true],
  ["Tier", false],
  ["95 % interval", true],
  ["0 to 100", false],
  ["Runs", true],
  ["Scenarios", true],
  ["Completed", true],
  ["Median", true],
  ["AXIS Result", true],
  ["Cost", true],
  ["Last scored", true],
];

export function Standings({ rows, needed, trendLink }: StandingsProps) {
  const ranked = rows.filter((row) => row.ranked);
  const others = rows.filter((row) => !row.ranked);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Agents by mean score">
      <table class="standings">
        <caption class="sr">Agents by mean score, best first</caption>
        <Head />
        <tbody>
          {ranked.map((standing, place) => (
            <StandingRow key={standing.agent} standing={standing} place={place + 1} trendLink={trendLink} />
          ))}
        </tbody>
        {others.length > 0 && (
          <tbody class="unranked">
            <tr>
              <th colSpan={columns.length} scope="rowgroup">
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

function Head() {
  return (
    <thead>
      <tr>
        {columns.map(([name, isNumber]) => (
          <th key={name} scope="col" class={isNumber ? "number" : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
