/** From audits to a dimension: signals, the raw sum, the curve. */
import type { Audit, DimensionResult, SignalName } from "../core/score/axis-result.ts";
import { signalNames } from "../core/score/axis-result.ts";
import type { Interaction } from "../core/interaction.ts";
import type { Necessity } from "../core/question.ts";
import { type Score, failed, scored } from "../core/score.ts";
import { contextWeightedMean, severityWeightedMean } from "./aggregate.ts";
import { calibrate, sharePoints } from "./calibrate.ts";
import type { Dimension } from "./dimensions.ts";
import { stateOf } from "./policy.ts";
import { speedOf } from "./speed.ts";

/** A signal's raw share from 0 to 1; null where it has no weight in the dimension, or no value. */
export type RawSignals = Readonly<Record<SignalName, number | null>>;

/** What a judge said about one interaction; execution questions ask for success only. */
export interface AuditReading {
  readonly rationale: string;
  readonly success: number;
  readonly weight?: number;
  readonly contextRelevance?: number;
}

/** Everything a judge said about one dimension. `failure` says why something is missing. */
export interface ProcessReading {
  readonly audits: ReadonlyMap<number, AuditReading>;
  readonly necessity: Necessity | null;
  readonly failure: string | null;
}

export interface ProcessScore {
  readonly result: DimensionResult;
  readonly raw: RawSignals;
}

/** Scores a dimension from what was judged. Incomplete judging leaves it unscored, with Speed still shown. */
export function processScore(
  dimension: Dimension,
  pool: readonly Interaction[],
  reading: ProcessReading,
): ProcessScore {
  const audits = auditsOf(pool, reading.audits);
  const raw = rawSignals(dimension, pool, { audits, necessity: reading.necessity });
  const result = { ...stateOf(dimensionScore(dimension, raw, reading.failure)), ...counts(pool, audits, raw) };
  return { raw, result: { ...result, necessity: reading.necessity } };
}

/** A dimension that nobody was asked about. */
export function unaskedScore(pool: readonly Interaction[], score: Score): ProcessScore {
  const raw: RawSignals = { success: null, speed: null, weight: null, relevance: null, necessity: null };
  return { raw, result: { ...stateOf(score), ...counts(pool, [], raw), necessity: null } };
}

function counts(pool: readonly Interaction[], audits: Audit[], raw: RawSignals) {
  const shown = signalNames.map((name) => [name, raw[name] === null ? null : sharePoints(raw[name])] as const);
  const dimensions = Object.fromEntries(shown) as Record<SignalName, number | null>;
  return { interactionCount: pool.length, auditedCount: audits.length, dimensions, audits };
}

/** In the order of the interactions, whatever the order of the answers. */
function auditsOf(pool: readonly Interaction[], readings: ReadonlyMap<number, AuditReading>): Audit[] {
  const audits: Audit[] = [];
  for (const interaction of pool) {
    const reading = readings.get(interaction.id);
    if (reading !== undefined) audits.push(audit(interaction, reading));
  }
  return audits;
}

/** Its keys in the order in which documents have them, so that it need not be copied to be written. */
function audit(interaction: Interaction, reading: AuditReading): Audit {
  return {
    categories: interaction.categories,
    contextRelevance: reading.contextRelevance ?? null,
    id: interaction.id,
    rationale: reading.rationale,
    speed: speedOf(interaction),
    success: reading.success,
    weight: reading.weight ?? null,
  };
}

/** Judged signals have a value only where every interaction was audited: a part is not the whole. */
function rawSignals(
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
    speed: severityWeightedMean(pool.map(speedOf)),
    weight: judged("weight", (one) => one.weight),
    relevance: judged("relevance", (one) => one.contextRelevance),
    necessity: dimension.signals.necessity > 0 ? (found.necessity?.score ?? null) : null,
  };
}

function dimensionScore(dimension: Dimension, raw: RawSignals, failure: string | null): Score {
  if (failure !== null) return failed(failure);
  let sum = 0;
  for (const name of signalNames) {
    const weight = dimension.signals[name];
    if (weight <= 0) continue;
    const value = raw[name];
    if (value === null) return failed(`there is no value for ${name}`);
    sum += weight * value;
  }
  return scored(calibrate(sum), sum);
}
