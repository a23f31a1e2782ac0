/** Says how far a judge can be trusted: its noise, and its errors as people found them. Pages use it too, so it imports no schema. */
import type { Report } from "../../core/report.ts";
import { formatPoints, formatRate } from "./format-verdict.ts";
import { terminalLine } from "./terminal-safe.ts";

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
