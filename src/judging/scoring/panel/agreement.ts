/** Merges the answers of several judges to one question: medians, majorities, and their largest disagreement. */
import type { Disagreement } from "../../../core/judge.ts";
import type { Grade, Necessity } from "../../../core/question.ts";
import { quantile } from "../../../statistics/quantile.ts";
import type { JudgedAudit } from "../process-score.ts";

/** The smallest number that is more than half of the members. */
export function majoritySize(members: number): number {
  return Math.floor(members / 2) + 1;
}

/** Merges several numbers into one. `full` is the highest possible value. */
export type MergeNumbers = (values: readonly number[], full: number) => number;

/** For several judges, the median: a single judge cannot move it. */
export const mergeByMedian: MergeNumbers = (values) => median(values);

/** For one judge asked several times, the mean; if every answer was all or nothing, the most frequent one. */
export const mergeDraws: MergeNumbers = (values, full) => {
  if (values.every((value) => value === 0 || value === full)) return median(values);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};

/** Of several equally wide disagreements the first counts, so that the same answers give the same sentence. */
export class LargestDisagreement {
  #found: Disagreement | undefined;

  add(on: string, values: readonly number[]): void {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const known = this.#found;
    if (high > low && (known === undefined || high - low > known.high - known.low)) this.#found = { on, low, high };
  }

  get disagreement(): Disagreement | undefined {
    return this.#found;
  }
}

/** One grade per check that a majority graded: the merged number, with the rationale of the nearest member. */
export function mergeGrades(
  members: readonly ReadonlyMap<number, Grade>[],
  widest: LargestDisagreement,
  join: MergeNumbers = mergeByMedian,
): ReadonlyMap<number, Grade> {
  return mergeByKey(members, (index, grades) => {
    const scores = grades.map(({ score }) => score);
    widest.add(`check ${index + 1}`, scores);
    const score = join(scores, 10);
    const { rationale, cites } = findNearest(grades, (grade) => Math.abs(grade.score - score));
    return { index, rationale, score, cites };
  });
}

const auditNumbers = ["success", "weight", "contextRelevance"] as const;

/** One audit per interaction that a majority audited; each number is merged separately. */
export function mergeAudits(
  members: readonly ReadonlyMap<number, JudgedAudit>[],
  widest: LargestDisagreement,
  join: MergeNumbers = mergeByMedian,
): ReadonlyMap<number, JudgedAudit> {
  return mergeByKey(members, (id, audits) => {
    const numbers = auditNumbers.flatMap((name) => {
      const values = audits.flatMap((audit) => audit[name] ?? []);
      if (values.length === 0) return [];
      widest.add(`step ${id}, ${name}`, values);
      return [[name, join(values, 1)] as const];
    });
    const distance = (audit: JudgedAudit) =>
      numbers.reduce((sum, [name, value]) => sum + Math.abs((audit[name] ?? value) - value), 0);
    const { rationale } = findNearest(audits, distance);
    return { ...Object.fromEntries(numbers), rationale } as JudgedAudit;
  });
}

/** The merged score, and the interactions that most of the answering members called unnecessary. */
export function mergeNecessity(
  members: readonly (Necessity | null)[],
  widest: LargestDisagreement,
  join: MergeNumbers = mergeByMedian,
): Necessity | null {
  const said = members.filter((necessity) => necessity !== null);
  if (said.length < majoritySize(members.length)) return null;
  const scores = said.map(({ score }) => score);
  widest.add("necessity", scores);
  const score = join(scores, 1);
  const votes = new Map<number, number>();
  for (const id of said.flatMap(({ unnecessaryIds }) => unnecessaryIds)) votes.set(id, (votes.get(id) ?? 0) + 1);
  const elected = [...votes].filter(([, count]) => count >= majoritySize(said.length)).map(([id]) => id);
  const { rationale } = findNearest(said, (necessity) => Math.abs(necessity.score - score));
  return { rationale, score, unnecessaryIds: elected.toSorted((a, b) => a - b) };
}

function mergeByKey<T>(
  members: readonly ReadonlyMap<number, T>[],
  join: (key: number, items: readonly T[]) => T,
): ReadonlyMap<number, T> {
  const keys = new Set(members.flatMap((member) => [...member.keys()]));
  const found = new Map<number, T>();
  for (const key of [...keys].toSorted((a, b) => a - b)) {
    const items = members.flatMap((member) => member.get(key) ?? []);
    if (items.length >= majoritySize(members.length)) found.set(key, join(key, items));
  }
  return found;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5) ?? Number.NaN;
}

/** The first of the nearest items. */
function findNearest<T>(items: readonly T[], distance: (item: T) => number): T {
  return items.reduce((best, item) => (distance(item) < distance(best) ? item : best));
}
