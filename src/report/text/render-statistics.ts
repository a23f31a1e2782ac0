/** What the trials of each agent say about it, in one line per agent. */
import type { AgentStatistics } from "../../core/report/agent-statistics.ts";
import type { Report } from "../../core/report.ts";
import { count, formatPoints, formatRate } from "./format-verdict.ts";
import { terminalLine } from "./terminal-safe.ts";

/** Lines for agents whose every scenario has two trials or more; a single one says nothing about noise. */
export function renderStatistics({ statistics = [] }: Pick<Report, "statistics">): string[] {
  return statistics.filter(({ trials }) => trials >= 2).map(lineOf);
}

const more = {
  "judge-samples": "the judge adds most: more --judge-samples",
  trials: "the trials add most: more --trials",
  scenarios: "the scenarios add most: more scenarios",
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
    const words = advice === null ? "repeat trials to split it further: --trials 3" : more[advice];
    return [`${terminalLine(agentName)}: noise of the goal in points: ${deviations.join(", ")}; ${words}`];
  });
}

/** What people would have said of the passes, or that nobody can tell. */
export function renderCalibration({
  statistics = [],
  calibration,
}: Pick<Report, "statistics" | "calibration">): string[] {
  if (calibration === undefined) return [];
  const { judge, applies, why } = calibration;
  if (!applies) return [`Judge not calibrated: ${terminalLine(`${judge}: ${why ?? "nobody knows why"}`)}`];
  return statistics.flatMap(({ agentName, correctedPassRate: rate }) => {
    if (rate === undefined) return [];
    const name = terminalLine(agentName);
    if (rate === null) return [`${name}: the judge says too little about passes to correct their rate`];
    const bounds = `95 %: ${formatRate(rate.lower)} to ${formatRate(rate.upper)}`;
    return [
      `${name}: pass rate ${formatRate(rate.raw)} by the judge, ${formatRate(rate.estimate)} as people would say (${bounds})`,
    ];
  });
}

function lineOf({ agentName, scenarios, trials, mean, composite, passRate, noise }: AgentStatistics): string {
  // Before rounding, where that is known: an interval must hold the number it stands beside.
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
  return `${terminalLine(agentName)}, ${count(scenarios, "scenario")} × ${count(trials, "trial")}: ${parts.join("; ")}`;
}

function dropText(detectable: number | null, mean: number | null): string[] {
  // Trials that happen to agree are no proof that none ever differs.
  if (detectable === null || detectable === 0) return [];
  // No mean can lose more than it has.
  if (mean !== null && detectable > mean) return ["a second run would show no drop: the trials are too far apart"];
  return [`a second run would show a drop of ${formatPoints(detectable)} points`];
}

function boundsText({ lower, upper }: { lower: number | null; upper: number | null }, where: string): string {
  if (lower === null || upper === null) return "";
  return ` (95 %: ${formatPoints(Math.max(0, lower))} to ${formatPoints(Math.min(100, upper))} ${where})`;
}
