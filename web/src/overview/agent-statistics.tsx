/** Statistics over all trials of each agent. */
import type { AgentStatistics } from "../../../src/core/report/agent-statistics.ts";
import { formatPoints, formatRate, formatShare } from "../../../src/report/text/format-verdict.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { renderJudgeNoise } from "../../../src/report/text/render-calibration.ts";
import { clipInterval } from "../../../src/report/trials/clip-interval.ts";
import { ScrollTable, numberColumns, textColumns } from "../parts/table.tsx";
import { Section } from "../parts/section.tsx";
import { safeLine, safeName } from "../text/safe.ts";

const columns = [
  ...textColumns("Agent"),
  ...numberColumns("Scenarios", "Trials", "Mean", "Interval", "Pass rate", "Interval"),
  // A drop of 0 is left out: equal trials do not prove that all future ones will be equal.
  ...numberColumns("One of k passes", "All k pass", "With missing runs", "Smallest detectable drop"),
];

export function AgentStatisticsTable({ statistics }: { statistics: readonly AgentStatistics[] }) {
  return (
    <Section id="statistics" title="Agents" note="95 % intervals">
      <ScrollTable label="Statistics by agent" columns={columns}>
        {statistics.map((agent) => (
          <tr key={agent.agentName}>
            <th scope="row">{safeName(agent.agentName, 80)}</th>
            <td class="number">{agent.scenarios}</td>
            <td class="number">{agent.trials}</td>
            <MeanFields agent={agent} />
            <td class="number">{formatShareOrNone(agent.passRate?.estimate ?? null)}</td>
            <td class="number">{formatInterval(agent.passRate, formatShareOrNone)}</td>
            <td class="number">{formatByK(agent.passAtK)}</td>
            <td class="number">{formatByK(agent.passHatK)}</td>
            <td class="number">{formatMissing(agent)}</td>
            <td class="number">{formatClipped(agent.noise.minimumDetectableEffect || null)}</td>
          </tr>
        ))}
      </ScrollTable>
      {renderJudgeNoise({ statistics: [...statistics] }).map((line) => (
        <p class="decided" key={line}>
          {safeLine(line, 400)}
        </p>
      ))}
    </Section>
  );
}

interface Interval {
  readonly lower: number | null;
  readonly upper: number | null;
}

function MeanFields({ agent }: { agent: AgentStatistics }) {
  const { mean, composite } = agent;
  return (
    <>
      <td class="number">{formatClipped(mean.estimate)}</td>
      <td class="number">
        {formatInterval(clipInterval(mean.estimate, agent), formatClipped)}{" "}
        <small>{composite?.scope === "suite" ? "on these scenarios" : "on scenarios like these"}</small>
      </td>
    </>
  );
}

function formatByK(chances: Readonly<Record<string, number>>): string {
  return (
    Object.entries(chances)
      .map(([k, chance]) => `k ${k}: ${formatShare(chance)}`)
      .join(", ") || noNumber
  );
}

/** The mean if every missing run had the worst and the best score. */
function formatMissing({ missing: { share: part, lowest, highest } }: AgentStatistics): string {
  return part === 0 ? "none missing" : formatInterval({ lower: lowest, upper: highest }, formatClipped);
}

/** Clips intervals to the scale. */
function formatClipped(value: number | null): string {
  return value === null ? noNumber : formatPoints(Math.min(100, Math.max(0, value)));
}

function formatShareOrNone(value: number | null): string {
  return value === null ? noNumber : formatRate(value);
}

function formatInterval(of: Interval | null, format: (value: number | null) => string): string {
  return of === null || of.lower === null || of.upper === null
    ? noNumber
    : `${format(of.lower)} to ${format(of.upper)}`;
}
