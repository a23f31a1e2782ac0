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

const adviceTexts = {
  "judge-samples": "most noise comes from the judge: raise --judge-samples",
  trials: "most noise comes from the trials: raise --trials",
  scenarios: "most noise comes from the scenarios: add scenarios",
} as const;

/** Where the noise of goal scores comes from, for agents whose judge was asked several times. */
export function renderJudgeNoise({ statistics = [] }: Pick<Report, "statistics">): string[] {
  return statistics.flatMap(({ agentName, judgeNoise }) => {
    if (judgeNoise === undefined) return [];
    const { task, trial, judge, advice } = judgeNoise;
    const parts = { scenario: task, trial, judge };
    const deviations = Object.entries(parts).flatMap(([name, variance]) =>
      variance === null ? [] : [`${name} ${formatPoints(Math.sqrt(variance))}`],
    );
    const words = advice === null ? "repeat trials to split it further: --trials 3" : adviceTexts[advice];
    return [`${terminalLine(agentName)}: goal noise in points: ${deviations.join(", ")}; ${words}`];
  });
}

/** The pass rate corrected for judge errors, or why it cannot be corrected. */
export function renderCalibration({ statistics = [], calibration }: Report): string[] {
  if (calibration === undefined) return [];
  const { judge, applies, why } = calibration;
  if (!applies) return [`Judge not calibrated: ${terminalLine(`${judge}: ${why ?? "unknown reason"}`)}`];
  return statistics.flatMap(({ agentName, correctedPassRate: rate }) => {
    if (rate === undefined) return [];
    const name = terminalLine(agentName);
    if (rate === null) return [`${name}: the judge agrees too little with people to correct its pass rate`];
    const bounds = `95 %: ${formatRate(rate.lower)} to ${formatRate(rate.upper)}`;
    return [
      `${name}: pass rate ${formatRate(rate.raw)} by the judge, ${formatRate(rate.estimate)} corrected for judge errors (${bounds})`,
    ];
  });
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
