/** What the trials of each agent say about it, in one line per agent. */
import type { AgentStatistics } from "../../core/report/agent-statistics.ts";
import type { Report } from "../../core/report.ts";
import { count, formatPoints } from "./format-verdict.ts";
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
    const bounds = `95 %: ${percent(rate.lower)} to ${percent(rate.upper)}`;
    return [
      `${name}: pass rate ${percent(rate.raw)} by the judge, ${percent(rate.estimate)} as people would say (${bounds})`,
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
      : [`pass rate ${percent(passRate.estimate)} (${percent(passRate.lower)} to ${percent(passRate.upper)})`]),
    // Trials that happen to agree are no proof that none ever differs.
    ...(noise.minimumDetectableEffect === null || noise.minimumDetectableEffect === 0
      ? []
      : [`a second run would show a drop of ${formatPoints(noise.minimumDetectableEffect)} points`]),
  ];
  return `${terminalLine(agentName)}, ${count(scenarios, "scenario")} × ${count(trials, "trial")}: ${parts.join("; ")}`;
}

function boundsText({ lower, upper }: { lower: number | null; upper: number | null }, where: string): string {
  if (lower === null || upper === null) return "";
  return ` (95 %: ${formatPoints(Math.max(0, lower))} to ${formatPoints(Math.min(100, upper))} ${where})`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
