/** Computes where the points of a run went: dimension, signal, step. What is lost below adds up to what is lost above. */
import type { Scoring } from "../../../src/core/report.ts";
import type { Audit, AxisResult, SignalName } from "../../../src/core/score/axis-result.ts";
import type { Category, DimensionId } from "../../../src/core/score/category.ts";
import type { Interaction } from "../../../src/core/interaction.ts";
import { dimensionNames, signalWords } from "../parts/names.ts";

/** The points of a dimension whose signals are all perfect: the curve ends here (`calibrate(1)`). */
export const flawless = 96;

interface LostByStep {
  readonly id: number;
  readonly points: number;
}

export interface LostBySignal {
  readonly signal: SignalName;
  readonly points: number;
  /** The most expensive first. */
  readonly steps: readonly LostByStep[];
}

export interface LostByDimension {
  readonly id: DimensionId;
  readonly points: number;
  /** What no run reaches, because the curve ends below 100. */
  readonly beyond: number;
  /** By position in the rubric; only of the goal. */
  readonly checks: readonly { readonly index: number; readonly points: number }[];
  /** The most expensive first. */
  readonly signals: readonly LostBySignal[];
}

export interface LostPoints {
  readonly total: number;
  /** The most expensive first; only dimensions that count. */
  readonly dimensions: readonly LostByDimension[];
}

interface Facts {
  readonly score: AxisResult;
  readonly scoring: Scoring | undefined;
  readonly interactions: readonly Interaction[];
  readonly audits: Readonly<Record<Category, ReadonlyMap<number, Audit>>>;
}

/** Null if there is no AXIS Result. */
export function computeLostPoints(facts: Facts): LostPoints | null {
  const { score } = facts;
  if (score.axisScore === null) return null;
  const found = dimensionNames.flatMap(({ id, weight }): LostByDimension[] => {
    const own = score[id].score;
    const effective = score.effectiveWeights[weight];
    if (own === null || effective <= 0) return [];
    const points = effective * (100 - own);
    if (id === "goalAchievement") return [{ id, points, beyond: 0, checks: listChecks(score, points), signals: [] }];
    const beyond = Math.min(points, effective * (100 - flawless));
    return [{ id, points, beyond, checks: [], signals: listSignals(facts, id, points - beyond) }];
  });
  return { total: sum(found), dimensions: found.toSorted((a, b) => b.points - a.points) };
}

function listChecks({ goalAchievement: { criteria } }: AxisResult, points: number) {
  const losses = criteria.map(({ score, weight }) => weight * (10 - (score ?? 10)));
  return splitPoints(points, losses).flatMap((lost, index) => (lost > 0 ? [{ index, points: lost }] : []));
}

/** In proportion to weight × loss: the curve lies over the sum of all signals. */
function listSignals(facts: Facts, id: Category, points: number): LostBySignal[] {
  const { score, scoring } = facts;
  const weights = scoring?.signalWeights[id];
  if (weights === undefined) return [];
  const names = Object.keys(signalWords) as SignalName[];
  const losses = names.map((name) => weights[name] * (1 - (score[id].dimensions[name] ?? 100) / 100));
  return splitPoints(points, losses)
    .flatMap((lost, at): LostBySignal[] => {
      const signal = names[at]!;
      return lost > 0 ? [{ signal, points: lost, steps: listSteps(facts, { id, signal, points: lost }) }] : [];
    })
    .toSorted((a, b) => b.points - a.points);
}

interface SignalLoss {
  readonly id: Category;
  readonly signal: SignalName;
  readonly points: number;
}

/** Steps weigh as they do in the signal: by what they added to the context, and slow ones the more the slower they were. */
function listSteps({ score, interactions, audits }: Facts, { id, signal, points }: SignalLoss): LostByStep[] {
  if (signal === "necessity") {
    const ids = score[id].necessity?.unnecessaryIds ?? [];
    return ids.map((step) => ({ id: step, points: points / ids.length }));
  }
  const all = [...audits[id].values()];
  const losses = all.map((audit) => {
    const loss = 1 - (readSignal(audit, signal) ?? 1);
    return loss * (signal === "speed" ? loss ** 2 + 1 : Math.max(1, interactions[audit.id - 1]?.contextBytes ?? 0));
  });
  return splitPoints(points, losses)
    .flatMap((lost, at) => (lost > 0 ? [{ id: all[at]!.id, points: lost }] : []))
    .toSorted((a, b) => b.points - a.points || a.id - b.id);
}

/** The value of a signal, from 0 to 1; null if it was not judged. */
export function readSignal(audit: Audit, signal: Exclude<SignalName, "necessity">): number | null {
  return signal === "relevance" ? audit.contextRelevance : audit[signal];
}

/** Splits points in proportion; nothing if no part has any. */
function splitPoints(points: number, parts: readonly number[]): number[] {
  const whole = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => (whole > 0 ? (points * part) / whole : 0));
}

function sum(parts: readonly { readonly points: number }[]): number {
  return parts.reduce((total, { points }) => total + points, 0);
}

/** Lost points with one decimal: `−20.0`. */
export function formatLost(points: number): string {
  return points < 0.05 ? "0" : `−${points.toFixed(1)}`;
}
