/** Makes the scorecard of a run from recorded facts: no model, no clock, no randomness, and it never throws. */
import {
  type LatencyBaseline,
  type RunFacts,
  RunOutcome,
  type ScoreRun,
  type StageFacts,
} from "../../core/run/run-facts.ts";
import {
  type CardAxes,
  type CardAxis,
  type CardWeights,
  type DefaultReason,
  formulaVersion,
  type RunScorecard,
  type WeightsSource,
} from "../../core/run/run-scorecard.ts";
import { tierForScore } from "../../core/run/tier.ts";
import { allBasisPoints, cardAxes, CardWeightsInput, toBasisPoints } from "../../core/score/card-weights.ts";

/** The score of an axis that could not be computed. */
const neutral = 50;

interface AxisScore {
  readonly score: number;
  readonly defaulted: boolean;
  readonly why: DefaultReason | null;
}

type AxisInputs<Axis extends CardAxis> = CardAxes[Axis]["inputs"];

function computed(score: number): AxisScore {
  return { score, defaulted: false, why: null };
}

function defaulted(why: DefaultReason): AxisScore {
  return { score: neutral, defaulted: true, why };
}

/** The points each part can earn. */
const memoryPoints = 70n;
const processorPoints = 30n;
/** An unknown CPU part is neutral: it earns half of its points, never all of them. */
const unknownProcessorPoints = 15n;

type UsageInputs = Omit<AxisInputs<"resource_efficiency">, "parts">;

export function resourceEfficiencyAxis(inputs: UsageInputs): AxisScore {
  const measured = readMeasurements(inputs);
  if (measured === null) return defaulted("no-usage");
  const { peak, limit, agent } = measured;
  const throttled = toCount(inputs.throttled_ms);
  const free = limit - minBigInt(peak, limit);
  if (throttled === null) return computed(roundRatio(memoryPoints * free + unknownProcessorPoints * limit, limit));
  const running = agent - minBigInt(throttled, agent);
  return computed(roundRatio(memoryPoints * free * agent + processorPoints * running * limit, limit * agent));
}

/** Which of the two parts were not measured. */
export function usageParts(inputs: UsageInputs): AxisInputs<"resource_efficiency">["parts"] {
  const unmeasured = readMeasurements(inputs) === null;
  return {
    memory: { defaulted: unmeasured },
    cpu: { defaulted: unmeasured || toCount(inputs.throttled_ms) === null },
  };
}

/** Null if a measurement is missing; a peak of 0 bytes is not a measurement. */
function readMeasurements(inputs: UsageInputs): { peak: bigint; limit: bigint; agent: bigint } | null {
  const peak = toCount(inputs.peak_bytes);
  const limit = toCount(inputs.limit_bytes);
  const agent = toCount(inputs.agent_ms);
  return peak && limit && agent ? { peak, limit, agent } : null;
}

function minBigInt(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** How much each axis counts: the configured weights, otherwise the defaults. */
export const defaultCardWeights: CardWeights = {
  completion: 4000,
  error_rate: 3000,
  latency: 2000,
  resource_efficiency: 1000,
};

interface ResolvedCardWeights {
  readonly weights: CardWeights;
  readonly weights_source: WeightsSource;
}

/** Never throws: invalid weights are replaced by the defaults, and the card says so. */
export function resolveCardWeights(configured: unknown): ResolvedCardWeights {
  const none = { weights: defaultCardWeights, weights_source: "default" } as const;
  if (configured === null || configured === undefined) return none;
  try {
    const weights = toBasisPoints(CardWeightsInput.parse(configured));
    return weights === null ? none : { weights, weights_source: "workspace" };
  } catch {
    // Whatever the error is, the card is still made, with a note that the weights were invalid.
    return { ...none, weights_source: "default-after-error" };
  }
}

/** With fewer samples than this there is no usual time to compare with. */
const fewestSamples = 5n;
/** Half the usual time or less earns 100 points, three times or more earns 0; the line in between is straight. */
const fullAtHalves = 1n;
const nothingAt = 3n;
/** Points lost per usual time: 100 over the 2.5 usual times between the two break points. */
const slope = 40n;

export function latencyAxis(inputs: AxisInputs<"latency">): AxisScore {
  const samples = toCount(inputs.samples);
  if (samples === null || samples === 0n) return defaulted("no-baseline");
  if (samples < fewestSamples) return defaulted("few-samples");
  const wall = toCount(inputs.wall_ms);
  const pace = toCount(inputs.p50_ms);
  if (wall === null || pace === null || wall < 1n || pace < 1n) return defaulted("bad-input");
  if (2n * wall <= fullAtHalves * pace) return computed(100);
  if (wall >= nothingAt * pace) return computed(0);
  return computed(roundRatio(slope * (nothingAt * pace - wall), pace));
}

/** Completion: did the agent finish the task? */
const outcomePoints: Readonly<Record<RunOutcome, number>> = { COMPLETED: 100, BLOCKED: 30, FAILED: 0 };

export function completionAxis({ outcome }: AxisInputs<"completion">): AxisScore {
  const read = RunOutcome.safeParse(outcome);
  return read.success ? computed(outcomePoints[read.data]) : defaulted("no-outcome");
}

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
    tier: tierForScore(score),
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

function withParts(inputs: UsageInputs): AxisInputs<"resource_efficiency"> {
  return { ...inputs, parts: usageParts(inputs) };
}

function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Error rate: the share of executed stages that passed the first time. */
export function errorRateAxis(inputs: AxisInputs<"error_rate">): AxisScore {
  const passed = toCount(inputs.passed_first);
  const executed = toCount(inputs.executed);
  if (executed === 0n) return defaulted("no-stages");
  if (passed === null || executed === null || passed > executed) return defaulted("bad-input");
  return computed(roundRatio(100n * passed, executed));
}

/** Counts the executed stages that belong to the ratio, and those that passed the first time. */
export function countStages(stages: readonly StageFacts[]): AxisInputs<"error_rate"> {
  const executed = stages.filter(({ counts, executions }) => counts && executions > 0);
  return { passed_first: executed.filter((stage) => stage.first_passed === true).length, executed: executed.length };
}

/** Rounds n / d to the nearest integer, halves up. Both are integers; n >= 0, d > 0. */
function roundRatio(n: bigint, d: bigint): number {
  return Number((2n * n + d) / (2n * d));
}

/** Returns a recorded non-negative safe integer; null for everything else. */
function toCount(value: unknown): bigint | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
}

/** Returns a number that JSON can store: NaN and infinities become null, and -0 becomes 0. */
function toStoredNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value + 0 : null;
}
