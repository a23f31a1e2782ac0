/** Makes the scorecard of a run from recorded facts: no model, no clock, no randomness, and it never throws. */
import type { LatencyBaseline, RunFacts, ScoreRun } from "../../core/run/run-facts.ts";
import { cardAxes, allBasisPoints } from "../../core/score/card-weights.ts";
import {
  type CardAxes,
  type CardAxis,
  type CardWeights,
  formulaVersion,
  type RunScorecard,
} from "../../core/run/run-scorecard.ts";
import { toStoredNumber } from "./arithmetic.ts";
import { type AxisInputs, type AxisScore, defaulted } from "./axis-score.ts";
import { completionAxis } from "./completion.ts";
import { errorRateAxis, countStages } from "./error-rate.ts";
import { latencyAxis } from "./latency.ts";
import { resourceEfficiencyAxis, usageParts } from "./resource-efficiency.ts";
import { findTier } from "./tier.ts";
import { resolveCardWeights } from "./weights.ts";

/** The inputs stored for an axis whose real inputs could not be read. */
const unreadInputs: { readonly [Axis in CardAxis]: AxisInputs<Axis> } = {
  completion: { outcome: null, reason: null },
  error_rate: { passed_first: null, executed: null },
  latency: { wall_ms: null, p50_ms: null, samples: null, scope: "workspace", frozen: false, run_ids: [] },
  resource_efficiency: {
    source: null,
    peak_bytes: null,
    limit_bytes: null,
    throttled_ms: null,
    agent_ms: null,
    parts: { memory: { defaulted: true }, cpu: { defaulted: true } },
  },
};

export const scoreRun: ScoreRun = (facts, baseline, weights) => {
  const axes: CardAxes = {
    completion: computeAxis("completion", () => outcomeInputs(facts), completionAxis),
    error_rate: computeAxis("error_rate", () => countStages(facts.stages), errorRateAxis),
    latency: computeAxis("latency", () => latencyInputs(facts, baseline), latencyAxis),
    resource_efficiency: computeAxis("resource_efficiency", () => usageInputs(facts), resourceEfficiencyAxis),
  };
  const runId = tryOr(() => (typeof facts.run_id === "string" ? facts.run_id : ""), "");
  const counted = tryOr(() => typeof facts.counted === "boolean" && facts.counted, false);
  return { run_id: runId, ...buildCard(axes, resolveCardWeights(weights)), counted };
};

/** Recomputes a card from its stored inputs; the result is equal unless someone changed one of them. */
export function recomputeCard(card: RunScorecard): RunScorecard {
  const { run_id, counted, weights, weights_source } = card;
  const usage = { ...card.axes.resource_efficiency, inputs: withParts(card.axes.resource_efficiency.inputs) };
  const axes: CardAxes = {
    completion: recomputeAxis(card.axes.completion, completionAxis),
    error_rate: recomputeAxis(card.axes.error_rate, errorRateAxis),
    latency: recomputeAxis(card.axes.latency, latencyAxis),
    resource_efficiency: recomputeAxis(usage, resourceEfficiencyAxis),
  };
  return { run_id, ...buildCard(axes, { weights, weights_source }), counted };
}

/** Applies other weights to the same axes, to explore what-if cases; the result is never stored. */
export function reweightCard(card: RunScorecard, weights: CardWeights): RunScorecard {
  const { run_id, counted, axes } = card;
  return { run_id, ...buildCard(axes, { weights, weights_source: "workspace" }), counted };
}

function buildCard(axes: CardAxes, found: Pick<RunScorecard, "weights" | "weights_source">) {
  const weightedSum = cardAxes.reduce((sum, name) => sum + found.weights[name] * axes[name].score, 0);
  const score = Math.floor((weightedSum + allBasisPoints / 2) / allBasisPoints);
  const { parts } = axes.resource_efficiency.inputs;
  return {
    score,
    tier: findTier(score),
    formula_version: formulaVersion,
    axes,
    ...found,
    weighted_sum: weightedSum,
    provisional: cardAxes.some((name) => axes[name].defaulted) || parts.memory.defaulted || parts.cpu.defaulted,
  };
}

/** Computes one axis in isolation: if it throws, the other axes are not affected. */
function computeAxis<Axis extends CardAxis>(
  name: Axis,
  read: () => AxisInputs<Axis>,
  score: (inputs: AxisInputs<Axis>) => AxisScore,
): AxisScore & { inputs: AxisInputs<Axis> } {
  return tryOr(
    () => {
      const inputs = read();
      return { ...score(inputs), inputs };
    },
    { ...defaulted("error"), inputs: unreadInputs[name] },
  );
}

function recomputeAxis<Inputs>(stored: AxisScore & { inputs: Inputs }, score: (inputs: Inputs) => AxisScore) {
  // An axis that threw has no inputs to recompute from; it keeps its default.
  return stored.why === "error"
    ? { ...defaulted("error"), inputs: stored.inputs }
    : { ...score(stored.inputs), inputs: stored.inputs };
}

function tryOr<Value>(make: () => Value, otherwise: Value): Value {
  try {
    return make();
  } catch {
    // Another machine may have recorded these facts: no malformed value may cost a run its card.
    return otherwise;
  }
}

function outcomeInputs(facts: RunFacts): AxisInputs<"completion"> {
  return { outcome: toText(facts.outcome), reason: toText(facts.reason) };
}

function latencyInputs(facts: RunFacts, pace: LatencyBaseline | null): AxisInputs<"latency"> {
  return {
    wall_ms: toStoredNumber(facts.wall_ms),
    p50_ms: toStoredNumber(pace?.p50_ms),
    samples: toStoredNumber(pace?.samples),
    scope: (pace?.scope ?? facts.baseline_scope) === "scenario" ? "scenario" : "workspace",
    frozen: pace?.frozen === true,
    run_ids: (pace?.run_ids ?? []).map(String),
  };
}

function usageInputs({ usage }: RunFacts): AxisInputs<"resource_efficiency"> {
  const source = (["cgroup2", "cgroup1", "proc"] as const).find((name) => name === usage?.source) ?? null;
  return withParts({
    source,
    peak_bytes: toStoredNumber(usage?.peak_bytes),
    limit_bytes: toStoredNumber(usage?.limit_bytes),
    throttled_ms: toStoredNumber(usage?.throttled_ms),
    agent_ms: toStoredNumber(usage?.agent_ms),
  });
}

function withParts(inputs: Omit<AxisInputs<"resource_efficiency">, "parts">): AxisInputs<"resource_efficiency"> {
  return { ...inputs, parts: usageParts(inputs) };
}

function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
