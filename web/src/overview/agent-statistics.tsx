/** What the trials of each agent say about it as a whole. */
import type { AgentStatistics } from "../../../src/core/agent-statistics.ts";
import { formatPoints } from "../../../src/report/format-verdict.ts";
import { noNumber } from "../../../src/report/format.ts";
import { ColumnHeads, numbers, words } from "../parts/column-heads.tsx";
import { Section } from "../parts/section.tsx";
import { safeLine } from "../text/safe.ts";

const columns = [
  ...words("Agent"),
  // A drop of 0 is left out: trials that happen to agree are no proof that none ever differs.
  ...numbers("Scenarios", "Trials", "Mean", "Interval", "Pass rate", "Interval", "Drop that would show"),
];

export function AgentStatisticsTable({ statistics }: { statistics: readonly AgentStatistics[] }) {
  return (
    <Section id="statistics" title="Agents" note="95 % intervals">
      <div class="scroll" tabIndex={0} role="region" aria-label="Statistics by agent">
        <table>
          <ColumnHeads columns={columns} />
          <tbody>
            {statistics.map((agent) => (
              <tr key={agent.agentName}>
                <th scope="row">{safeLine(agent.agentName, 80)}</th>
                <td class="number">{agent.scenarios}</td>
                <td class="number">{agent.trials}</td>
                <td class="number">{points(meanOf(agent).estimate)}</td>
                <td class="number">{interval(meanOf(agent), points)}</td>
                <td class="number">{share(agent.passRate?.estimate ?? null)}</td>
                <td class="number">{interval(agent.passRate, share)}</td>
                <td class="number">{points(agent.noise.minimumDetectableEffect || null)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

interface Interval {
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Before rounding, where that is known: an interval must hold the number it stands beside. */
function meanOf({ composite, mean }: AgentStatistics): Interval & { readonly estimate: number | null } {
  return composite ?? mean;
}

/** No result lies beyond the ends of the scale, whatever an interval says. */
function points(value: number | null): string {
  return value === null ? noNumber : formatPoints(Math.min(100, Math.max(0, value)));
}

function share(value: number | null): string {
  return value === null ? noNumber : `${Math.round(value * 100)} %`;
}

function interval(of: Interval | null, format: (value: number | null) => string): string {
  return of === null || of.lower === null || of.upper === null
    ? noNumber
    : `${format(of.lower)} to ${format(of.upper)}`;
}
