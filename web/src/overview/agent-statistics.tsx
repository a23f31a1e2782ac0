/** What the trials of each agent say about it as a whole. */
import type { AgentStatistics } from "../../../src/core/report/agent-statistics.ts";
import { formatPoints, formatShare } from "../../../src/report/format-verdict.ts";
import { noNumber } from "../../../src/report/format.ts";
import { Section } from "../parts/section.tsx";
import { safeLine } from "../text/safe.ts";

export function AgentStatisticsTable({ statistics }: { statistics: readonly AgentStatistics[] }) {
  return (
    <Section id="statistics" title="Agents" note="95 % intervals">
      <div class="scroll" tabIndex={0} role="region" aria-label="Statistics by agent">
        <table>
          <thead>
            <tr>
              {[
                "Agent",
                "Scenarios",
                "Trials",
                "Mean",
                "Interval",
                "Pass rate",
                "Interval",
                "Drop that would show",
              ].map((title, index) => (
                <th scope="col" key={index} class={index > 0 ? "number" : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {statistics.map((agent) => (
              <tr key={agent.agentName}>
                <th scope="row">{safeLine(agent.agentName, 80)}</th>
                <td class="number">{agent.scenarios}</td>
                <td class="number">{agent.trials}</td>
                <td class="number">{points(agent.mean.estimate)}</td>
                <td class="number">{interval(agent.mean.lower, agent.mean.upper, points)}</td>
                <td class="number">{share(agent.passRate?.estimate ?? null)}</td>
                <td class="number">{interval(agent.passRate?.lower ?? null, agent.passRate?.upper ?? null, share)}</td>
                <td class="number">{points(agent.noise.minimumDetectableEffect)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function points(value: number | null): string {
  return value === null ? noNumber : formatPoints(value);
}

function share(value: number | null): string {
  return value === null ? noNumber : formatShare(value);
}

function interval(lower: number | null, upper: number | null, format: (value: number | null) => string): string {
  return lower === null || upper === null ? noNumber : `${format(lower)} to ${format(upper)}`;
}
