/** What the trials of each agent say about it as a whole. */
import type { AgentStatistics } from "../../../src/core/agent-statistics.ts";
import { formatPoints, formatShare } from "../../../src/report/format-verdict.ts";
import { noNumber } from "../../../src/report/format.ts";
import { renderJudgeNoise } from "../../../src/report/render-statistics.ts";
import { Section } from "../parts/section.tsx";
import { safeLine, safeName } from "../text/safe.ts";

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
                "One of k passes",
                "All k pass",
                "With what is missing",
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
                <th scope="row">{safeName(agent.agentName, 80)}</th>
                <td class="number">{agent.scenarios}</td>
                <td class="number">{agent.trials}</td>
                <MeanFields agent={agent} />
                <td class="number">{share(agent.passRate?.estimate ?? null)}</td>
                <td class="number">{interval(agent.passRate?.lower ?? null, agent.passRate?.upper ?? null, share)}</td>
                <td class="number">{byK(agent.passAtK)}</td>
                <td class="number">{byK(agent.passHatK)}</td>
                <td class="number">{missing(agent)}</td>
                <td class="number">{points(agent.noise.minimumDetectableEffect)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {renderJudgeNoise({ statistics: [...statistics] }).map((line) => (
        <p class="decided" key={line}>
          {safeLine(line, 400)}
        </p>
      ))}
    </Section>
  );
}

/** Before rounding, where that is known: an interval must hold the number it stands beside. */
function MeanFields({ agent: { mean, composite } }: { agent: AgentStatistics }) {
  const { estimate, lower, upper } = composite ?? mean;
  const bounds = [lower === null ? null : Math.max(0, lower), upper === null ? null : Math.min(100, upper)] as const;
  return (
    <>
      <td class="number">{points(estimate)}</td>
      <td class="number">
        {interval(...bounds, points)}{" "}
        <small>{composite?.scope === "suite" ? "on these scenarios" : "on scenarios like these"}</small>
      </td>
    </>
  );
}

function byK(chances: Readonly<Record<string, number>>): string {
  return (
    Object.entries(chances)
      .map(([k, chance]) => `k ${k}: ${formatShare(chance)}`)
      .join(", ") || noNumber
  );
}

/** The mean with every missing run at its worst and at its best. */
function missing({ missing: { share: part, lowest, highest } }: AgentStatistics): string {
  return part === 0 ? "nothing is" : interval(lowest, highest, points);
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
