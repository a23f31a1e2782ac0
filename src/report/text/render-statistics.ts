/** Summarizes the trials of each agent in one line. */
import { formatCount } from "../../core/format-count.ts";
import { rankAgents } from "../../core/report/agent-ranking.ts";
import type { AgentStatistics } from "../../core/report/agent-statistics.ts";
import type { Report } from "../../core/report.ts";
import { formatPoints, formatRate } from "./format-verdict.ts";
import { terminalLine } from "./terminal-safe.ts";

/** Lines for agents with at least two trials of every scenario, best first; a single trial says nothing about noise. */
export function renderStatistics({ statistics = [], results }: Report): string[] {
  const places = new Map(rankAgents(results).map(({ agentName }, place) => [agentName, place]));
  const placeOf = ({ agentName }: AgentStatistics) => places.get(agentName) ?? places.size;
  return statistics
    .filter(({ trials }) => trials >= 2)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(formatStatistics);
}

function formatStatistics({ agentName, scenarios, trials, mean, composite, passRate, noise }: AgentStatistics): string {
  // Use the unrounded mean if it is known: an interval must contain the number next to it.
  const estimate = composite?.estimate ?? mean.estimate;
  const where = composite?.scope === "suite" ? "on these" : "on scenarios like these";
  const interval = boundsText(composite ?? mean, where);
  const parts = [
    ...(estimate === null ? [] : [`mean ${formatPoints(estimate)}${interval}`]),
    ...(passRate === null
      ? []
      : [
          `pass rate ${formatRate(passRate.estimate)} (${formatRate(passRate.lower)} to ${formatRate(passRate.upper)})`,
        ]),
    ...dropText(noise.minimumDetectableEffect, estimate),
  ];
  return `${terminalLine(agentName)}, ${formatCount(scenarios, "scenario")} × ${formatCount(trials, "trial")}: ${parts.join("; ")}`;
}

function dropText(detectable: number | null, mean: number | null): string[] {
  // Trials that happen to agree do not prove that others would.
  if (detectable === null || detectable === 0) return [];
  // No mean can drop by more than its value.
  if (mean !== null && detectable > mean) return ["this run could not detect any drop: the trials are too far apart"];
  return [`smallest drop this run could detect: ${formatPoints(detectable)} points`];
}

function boundsText({ lower, upper }: { lower: number | null; upper: number | null }, where: string): string {
  if (lower === null || upper === null) return "";
  return ` (95 %: ${formatPoints(Math.max(0, lower))} to ${formatPoints(Math.min(100, upper))} ${where})`;
}
