/** Turns audits into a dimension score: signals, their weighted sum, then the curve. */
import type { Interaction } from "../../core/interaction.ts";
import type { Necessity } from "../../core/question.ts";
import { failed, type Score, scored } from "../../core/score.ts";
import { type Audit, type DimensionResult, type SignalName, signalNames } from "../../core/score/axis-result.ts";
import { calibrate, shareToPoints } from "./calibrate.ts";
import type { Dimension } from "./dimensions.ts";
import { toDimensionState } from "./policy.ts";
import { speedScore } from "./speed.ts";

/** A signal's raw share from 0 to 1; null if the signal has no weight in the dimension or no value. */
export type RawSignals = Readonly<Record<SignalName, number | null>>;

/** The judge's audit of one interaction; execution questions ask for success only. */
export interface JudgedAudit {
  readonly rationale: string;
  readonly success: number;
  readonly weight?: number;
  readonly contextRelevance?: number;
}

/** All answers of a judge about one dimension. `failure` says why something is missing. */
export interface JudgedProcess {
  readonly audits: ReadonlyMap<number, JudgedAudit>;
  readonly necessity: Necessity | null;
  readonly failure: string | null;
}

export interface ProcessScore {
  readonly result: DimensionResult;
  readonly raw: RawSignals;
}

/** Scores a dimension from the audits. If they are incomplete, it is unscored, but Speed is still shown. */
export function processScore(dimension: Dimension, pool: readonly Interaction[], reading: JudgedProcess): ProcessScore {
  const audits = buildAudits(pool, reading.audits);
  const raw = computeRawSignals(dimension, pool, { audits, necessity: reading.necessity });
  const result = {
    ...toDimensionState(computeDimensionScore(dimension, raw, reading.failure)),
    ...summarizePool(pool, audits, raw),
  };
  return { raw, result: { ...result, necessity: reading.necessity } };
}

/** The score of a dimension that no judge was asked about. */
export function unaskedScore(pool: readonly Interaction[], score: Score): ProcessScore {
  const raw: RawSignals = { success: null, speed: null, weight: null, relevance: null, necessity: null };
  return { raw, result: { ...toDimensionState(score), ...summarizePool(pool, [], raw), necessity: null } };
}

function summarizePool(pool: readonly Interaction[], audits: Audit[], raw: RawSignals) {
  const shown = signalNames.map((name) => [name, raw[name] === null ? null : shareToPoints(raw[name])] as const);
  const dimensions = Object.fromEntries(shown) as Record<SignalName, number | null>;
  return { interactionCount: pool.length, auditedCount: audits.length, dimensions, audits };
}

/** In the order of the interactions, whatever the order of the answers. */
function buildAudits(pool: readonly Interaction[], readings: ReadonlyMap<number, JudgedAudit>): Audit[] {
  const audits: Audit[] = [];
  for (const interaction of pool) {
    const reading = readings.get(interaction.id);
    if (reading !== undefined) audits.push(buildAudit(interaction, reading));
  }
  return audits;
}

/** The keys have the order of the stored document, so that it can be written without a copy. */
function buildAudit(interaction: Interaction, reading: JudgedAudit): Audit {
  return {
    categories: interaction.categories,
    contextRelevance: reading.contextRelevance ?? null,
    id: interaction.id,
    rationale: reading.rationale,
    speed: speedScore(interaction),
    success: reading.success,
    weight: reading.weight ?? null,
  };
}

/** Judged signals have a value only if every interaction was audited: a part does not represent the whole. */
function computeRawSignals(
  dimension: Dimension,
  pool: readonly Interaction[],
  found: { readonly audits: readonly Audit[]; readonly necessity: Necessity | null },
): RawSignals {
  const bytes = pool.map((interaction) => interaction.contextBytes);
  const judged = (name: SignalName, valueOf: (audit: Audit) => number | null): number | null => {
    if (dimension.signals[name] <= 0 || found.audits.length < pool.length) return null;
    const values: number[] = [];
    for (const one of found.audits) {
      const value = valueOf(one);
      if (value === null) return null;
      values.push(value);
    }
    return contextWeightedMean(values, bytes);
  };
  return {
    success: judged("success", (one) => one.success),
    speed: severityWeightedMean(pool.map(speedScore)),
    weight: judged("weight", (one) => one.weight),
    relevance: judged("relevance", (one) => one.contextRelevance),
    necessity: dimension.signals.necessity > 0 ? (found.necessity?.score ?? null) : null,
  };
}

function computeDimensionScore(dimension: Dimension, raw: RawSignals, failure: string | null): Score {
  if (failure !== null) return failed(failure);
  const sum = sumSignals(dimension, raw);
  return sum.status === "scored" ? scored(calibrate(sum.value), sum.value) : sum;
}

/** The raw share of a dimension: its signals, weighted. A signal that counts and has no value makes it unknown. */
export function sumSignals(dimension: Dimension, raw: RawSignals): Score {
  let sum = 0;
  for (const name of signalNames) {
    const weight = dimension.signals[name];
    if (weight <= 0) continue;
    const value = raw[name];
    if (value === null) return failed(`${name} has no value`);
    sum += weight * value;
  }
  return scored(sum);
}

/** One slow call must not vanish among many fast ones: the further a value is below 1, the more it weighs. */
export function severityWeightedMean(values: readonly number[]): number | null {
  return weightedMean(values, severityWeight);
}

export function severityWeight(value: number): number {
  return (1 - value) ** 2 + 1;
}

/** The more an interaction added to the context, the more it weighs; `bytes` has one number per value. */
export function contextWeightedMean(values: readonly number[], bytes: readonly number[]): number | null {
  return weightedMean(values, (_, position) => contextWeight(bytes[position]));
}

export function contextWeight(bytes = 0): number {
  return Math.max(1, bytes);
}

/** Sums in the given order, so that the same values in the same order give the same digits. */
function weightedMean(values: readonly number[], weightOf: (value: number, position: number) => number): number | null {
  let sum = 0;
  let weights = 0;
  for (let position = 0; position < values.length; position += 1) {
    const value = values[position]!;
    const weight = weightOf(value, position);
    sum += value * weight;
    weights += weight;
  }
  return weights > 0 ? sum / weights : null;
}
