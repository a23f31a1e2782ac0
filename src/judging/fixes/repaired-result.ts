/** The AXIS Result of a run as it would be if some of its calls, its checks or its ending were repaired. */
import type { Interaction } from "../../core/interaction.ts";
import { notApplicable, type Score, scored } from "../../core/score.ts";
import type { Audit, AxisResult, DimensionResult, SignalName } from "../../core/score/axis-result.ts";
import type { Category, DimensionId } from "../../core/score/category.ts";
import { weighDimensions } from "../scoring/axis-result.ts";
import { calibrateExactly } from "../scoring/calibrate.ts";
import { type Dimension, dimensions } from "../scoring/dimensions.ts";
import { averageGrades } from "../scoring/goal.ts";
import { fromDimensionState } from "../scoring/policy.ts";
import { contextWeight, type RawSignals, severityWeight, sumSignals } from "../scoring/process-score.ts";

/** What is repaired about a call. `necessity`: it is no longer on the list of unnecessary steps. */
export type CallRepair = readonly SignalName[];

/** Everything that is repaired together. */
export interface Repair {
  /** By interaction id. */
  readonly calls?: ReadonlyMap<number, CallRepair>;
  /** Positions in the rubric. */
  readonly checks?: ReadonlySet<number>;
  /** The goal has all its points. */
  readonly goal?: boolean;
}

/** A weighted mean that can be told what it would be with another value. */
interface Sum {
  readonly sum: number;
  readonly weights: number;
}

interface JudgedDimension {
  readonly dimension: Dimension;
  readonly audits: ReadonlyMap<number, Audit>;
  readonly bytes: ReadonlyMap<number, number>;
  readonly sums: Readonly<Record<Measured, Sum | null>>;
  readonly necessity: { readonly score: number; readonly ids: ReadonlySet<number> } | null;
}

/** A run whose result can be computed again with repairs. The formulas are those of scoring; nothing is rounded. */
export class RepairableRun {
  readonly #score: AxisResult;
  readonly #judged: Readonly<Record<Category, JudgedDimension | null>>;
  /** A run without any step has no result that its dimensions add up to. */
  readonly #isEmpty: boolean;
  /** The AXIS Result as it is; null if the run has none. */
  readonly result: number | null;

  constructor(score: AxisResult, interactions: readonly Pick<Interaction, "id" | "contextBytes">[]) {
    this.#score = score;
    this.#isEmpty = interactions.length === 0;
    const bytes = new Map(interactions.map(({ id, contextBytes }) => [id, contextBytes]));
    const read = (id: Category) => readDimension(dimensions[id], score[id], bytes);
    this.#judged = { environment: read("environment"), service: read("service"), agent: read("agent") };
    this.result = this.#isEmpty ? score.axisScore : this.#compute({});
  }

  /** How many points the result would gain; 0 if the run has no result. */
  gain(repair: Repair): number {
    if (this.result === null) return 0;
    // A run without any step that failed has 0 points; without the failure it would have those of its goal.
    const repaired = this.#compute(repair);
    return repaired === null ? 0 : Math.max(0, repaired - this.result);
  }

  #compute(repair: Repair): number | null {
    if (this.#score.axisScore === null) return null;
    if (this.#isEmpty && repair.goal !== true) return this.#score.axisScore;
    const whole = weighDimensions((id) => this.#scoreOf(id, repair), this.#score.weights);
    return whole.status === "scored" ? whole.value : null;
  }

  #scoreOf(id: DimensionId, repair: Repair): Score {
    if (id === "goalAchievement") return scoreGoal(this.#score.goalAchievement, repair);
    const judged = this.#judged[id];
    if (judged === null) return fromDimensionState(this.#score[id]);
    const share = sumSignals(judged.dimension, repairSignals(judged, repair.calls ?? new Map()));
    return share.status === "scored" ? scored(calibrateExactly(share.value)) : fromDimensionState(this.#score[id]);
  }
}

function scoreGoal(goal: AxisResult["goalAchievement"], { goal: isMet = false, checks }: Repair): Score {
  if (goal.status !== "scored") return fromDimensionState(goal);
  if (goal.criteria.length === 0) return notApplicable("no rubric");
  return averageGrades(
    goal.criteria.map(({ score, weight }, index) => ({
      weight,
      score: isMet || checks?.has(index) === true ? fullGrade : score,
    })),
  );
}

export const fullGrade = 10;

/** The signals that are means over the audits. */
type Measured = Exclude<SignalName, "necessity">;

const valueOf: Readonly<Record<Measured, (audit: Audit) => number | null>> = {
  success: (audit) => audit.success,
  speed: (audit) => audit.speed,
  weight: (audit) => audit.weight,
  relevance: (audit) => audit.contextRelevance,
};
const measured = ["success", "speed", "weight", "relevance"] as const;

/** Null unless the dimension was scored from the audit of every step. */
function readDimension(
  dimension: Dimension,
  result: DimensionResult,
  bytes: ReadonlyMap<number, number>,
): JudgedDimension | null {
  if (result.status !== "scored" || result.audits.length < result.interactionCount) return null;
  const sums: Record<Measured, Sum | null> = { success: null, speed: null, weight: null, relevance: null };
  for (const name of measured) if (dimension.signals[name] > 0) sums[name] = sumAudits(name, result.audits, bytes);
  const { necessity } = result;
  return {
    dimension,
    audits: new Map(result.audits.map((audit) => [audit.id, audit])),
    bytes,
    sums,
    necessity: necessity === null ? null : { score: necessity.score, ids: new Set(necessity.unnecessaryIds) },
  };
}

function weigh(name: Measured, value: number, bytes: number | undefined): number {
  return name === "speed" ? severityWeight(value) : contextWeight(bytes);
}

function sumAudits(name: Measured, audits: readonly Audit[], bytes: ReadonlyMap<number, number>): Sum | null {
  let sum = 0;
  let weights = 0;
  for (const audit of audits) {
    const value = valueOf[name](audit);
    if (value === null) return null;
    const weight = weigh(name, value, bytes.get(audit.id));
    sum += value * weight;
    weights += weight;
  }
  return weights > 0 ? { sum, weights } : null;
}

/** The signals with every repaired call at its best. */
function repairSignals(judged: JudgedDimension, calls: ReadonlyMap<number, CallRepair>): RawSignals {
  const { sums, necessity } = judged;
  const sum = { ...sums };
  let spared = 0;
  for (const [id, names] of calls) {
    const audit = judged.audits.get(id);
    if (audit === undefined) continue;
    for (const name of names)
      if (name === "necessity") spared += necessity?.ids.has(id) === true ? 1 : 0;
      else sum[name] = replaceByBest(sum[name], name, { audit, bytes: judged.bytes.get(id) });
  }
  const mean = (part: Sum | null) => (part === null ? null : part.sum / part.weights);
  return {
    success: mean(sum.success),
    speed: mean(sum.speed),
    weight: mean(sum.weight),
    relevance: mean(sum.relevance),
    necessity: judged.dimension.signals.necessity > 0 ? spareSteps(necessity, spared) : null,
  };
}

function replaceByBest(
  sum: Sum | null,
  name: Measured,
  { audit, bytes }: { readonly audit: Audit; readonly bytes: number | undefined },
): Sum | null {
  const value = valueOf[name](audit);
  if (sum === null || value === null) return sum;
  const before = weigh(name, value, bytes);
  const after = weigh(name, 1, bytes);
  return { sum: sum.sum - value * before + after, weights: sum.weights - before + after };
}

/** The necessity if some of the unnecessary steps had not been taken. */
function spareSteps(necessity: JudgedDimension["necessity"], spared: number): number | null {
  if (necessity === null) return null;
  if (spared === 0) return necessity.score;
  return necessity.score + ((1 - necessity.score) * spared) / necessity.ids.size;
}
