/** Renders the scorecard of a run and its gates for a terminal. */
import type { PairResult } from "../../core/report/pair-result.ts";
import type { AgentTurn, GateExecution } from "../../core/scenario/gate.ts";
import { cardAxes } from "../../core/score/card-weights.ts";
import type { CardAxes, CardAxis, DefaultReason, RunScorecard } from "../../core/run/run-scorecard.ts";
import { formatDuration, noNumber, type Paint } from "./format.ts";
import { formatWholeMean } from "./status-marks.ts";
import { terminalLine } from "./terminal-safe.ts";

/** The scorecard of a result: score and tier, or the mean score of several trials. */
export function formatCards({ scorecard, trials = [] }: PairResult): string {
  const scores = trials.flatMap((trial) => trial.scorecard?.score ?? []);
  if (scores.length > 1) return formatWholeMean(scores.reduce((sum, score) => sum + score, 0) / scores.length);
  return scorecard === undefined ? noNumber : `${scorecard.score} ${scorecard.tier}`;
}

/** Score, tier and outcome: a tier alone does not mean that the work is good. */
function formatCard(card: RunScorecard): string {
  const { outcome } = card.axes.completion.inputs;
  return `${card.score} ${card.tier} ${terminalLine(outcome ?? "unknown")}`;
}

export const axisTitles: Readonly<Record<CardAxis, string>> = {
  completion: "Completion",
  error_rate: "First-time success",
  latency: "Speed",
  resource_efficiency: "Resource efficiency",
};

const whyTexts: Readonly<Record<DefaultReason, string>> = {
  "no-outcome": "the outcome of the run is unknown",
  "no-stages": "no stage was executed",
  "no-baseline": "there is no earlier run to compare with",
  "few-samples": "there are fewer than 5 earlier runs to compare with",
  "no-usage": "nothing was measured",
  "bad-input": "an input value is invalid",
  error: "it could not be computed",
};

/** Every axis with its inputs. */
export function scorecardLines(card: RunScorecard, paint: Paint): string[] {
  const { reason } = card.axes.completion.inputs;
  const notes = [
    ...(reason === null || reason === "ok" ? [] : [terminalLine(reason)]),
    ...(card.counted ? [] : ["not counted"]),
    ...(card.provisional ? ["an axis counts 50 because something was not measured"] : []),
    ...(card.weights_source === "default-after-error" ? ["configured weights are invalid; defaults were used"] : []),
  ];
  return [
    `${paint.bold("Scorecard")} ${formatCard(card)}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`,
    ...cardAxes.map((axis) => axisLine(card, axis, paint)),
  ];
}

function axisLine({ axes, weights }: RunScorecard, axis: CardAxis, paint: Paint): string {
  const { score, why } = axes[axis];
  const share = paint.dim(`(weight ${weights[axis] / 10_000})`);
  const inputs = why === null ? inputFormatters[axis](axes) : `50 by default: ${whyTexts[why]}`;
  return `  ${axisTitles[axis]} ${score} ${share}  ${inputs}`;
}

const inputFormatters: Readonly<Record<CardAxis, (axes: CardAxes) => string>> = {
  completion: ({ completion }) => terminalLine(completion.inputs.outcome ?? ""),
  error_rate: ({ error_rate: { inputs } }) =>
    `${inputs.passed_first} of ${inputs.executed} stages passed the first time`,
  latency: ({ latency: { inputs } }) =>
    `${formatDuration(inputs.wall_ms)}, usual time ${formatDuration(inputs.p50_ms)} (${inputs.samples} runs of this ${inputs.scope}${inputs.frozen ? ", frozen" : ""})`,
  resource_efficiency: ({ resource_efficiency: { inputs } }) => {
    const memory = `peak ${formatMegabytes(inputs.peak_bytes)} of ${formatMegabytes(inputs.limit_bytes)}`;
    const throttled = inputs.parts.cpu.defaulted ? "throttling unknown" : `throttled ${inputs.throttled_ms} ms`;
    return `${memory}, ${throttled} in ${formatDuration(inputs.agent_ms)} (${inputs.source ?? "unknown"})`;
  },
};

function formatMegabytes(bytes: number | null): string {
  if (bytes === null) return noNumber;
  const size = bytes / 1024 ** 2;
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} MB`;
}

/** Every execution of a gate, and how the agent was started for each repair. */
export function gateLines(
  { gates = [], turns = [] }: { readonly gates?: readonly GateExecution[]; readonly turns?: readonly AgentTurn[] },
  paint: Paint,
): string[] {
  if (gates.length === 0) return [];
  return [
    paint.bold("Gates"),
    ...gates.map((each) => {
      const word = each.passed ? paint.good("passed") : paint.bad("failed");
      const ending = each.passed ? "" : `, ${formatEnding(each)}`;
      return `  ${terminalLine(each.gate)} #${each.execution} after turn ${each.turn}: ${word}${ending}, ${formatDuration(each.wall_ms)}`;
    }),
    ...turns
      .filter(({ repairs }) => repairs !== null)
      .map(
        ({ turn, start, repairs, status }) =>
          `  turn ${turn} ${startTexts[start]} to repair ${terminalLine(repairs ?? "")}: ${status}`,
      ),
  ];
}

const startTexts: Readonly<Record<AgentTurn["start"], string>> = {
  task: "was the task",
  resumed: "continued the agent's session",
  afresh: "restarted the agent",
};

function formatEnding({ ended_by: endedBy, exit_code: code }: GateExecution): string {
  return endedBy === "exit" ? `exit code ${code}` : `${endedBy}${code === null ? "" : ` (exit code ${code})`}`;
}
