/** The table of agents: mean with tier and interval, runs, completion, and what they cost; those not ranked apart. */
import { ColumnHeads, numbers, words } from "../../parts/column-heads.tsx";
import type { Standing } from "../api/answers.ts";
import { StandingRow } from "./standing-row.tsx";

interface StandingsProps {
  readonly rows: readonly Standing[];
  /** How many runs it takes to be ranked, in words. */
  readonly needed: string;
  readonly trendLink: (agent: string) => string;
}

const columns = [
  ...numbers("Place"),
  ...words("Agent"),
  ...numbers("Mean score"),
  ...words("Tier"),
  ...numbers("95 % interval"),
  ...words("0 to 100"),
  ...numbers("Runs", "Scenarios", "Completed", "Median", "AXIS Result", "Cost", "Last scored"),
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
