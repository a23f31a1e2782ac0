/** Merges the answers of several judges to one question: medians, majorities, and their largest disagreement. */
import type { Disagreement } from "../../core/judge.ts";
import type { Grade, Necessity } from "../../core/question.ts";
import { quantile } from "../../statistics/quantile.ts";
import type { AuditReading } from "../process-score.ts";

/** The smallest number that is more than half of the members. */
export function majorityOf(members: number): number {
  return Math.floor(members / 2) + 1;
}

/** Merges several numbers into one. `full` is the highest possible value. */
export type Join = (values: readonly number[], full: number) => number;

/** For several judges, the median: a single judge cannot move it. */
export const byMedian: Join = (values) => median(values);

/** For one judge asked several times, the mean; if every answer was all or nothing, the most frequent one. */
export const byDraws: Join = (values, full) => {
  if (values.every((value) => value === 0 || value === full)) return median(values);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};

/** Of several equally wide disagreements the first counts, so that the same answers give the same sentence. */
export class Widest {
  #found: Disagreement | undefined;

  see(on: string, values: readonly number[]): void {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const known = this.#found;
    if (high > low && (known === undefined || high - low > known.high - known.low)) this.#found = { on, low, high };
  }

  get disagreement(): Disagreement | undefined {
    return this.#found;
  }
}

/** One grade per check that a majority graded: the merged number, with the rationale of the nearest member. */
export function agreedGrades(
  members: readonly ReadonlyMap<number, Grade>[],
  widest: Widest,
  join: Join = byMedian,
): ReadonlyMap<number, Grade> {
  return agreed(members, (index, grades) => {
    const scores = grades.map(({ score }) => score);
    widest.see(`check ${index + 1}`, scores);
    const score = join(scores, 10);
    const { rationale, cites } = nearest(grades, (grade) => Math.abs(grade.score - score));
    return { index, rationale, score, ...(cites === undefined ? {} : { cites }) };
  });
}

const auditNumbers = ["success", "weight", "contextRelevance"] as const;

/** One audit per interaction that a majority audited; each number is merged separately. */
export function agreedAudits(
  members: readonly ReadonlyMap<number, AuditReading>[],
  widest: Widest,
  join: Join = byMedian,
): ReadonlyMap<number, AuditReading> {
  return agreed(members, (id, audits) => {
    const numbers = auditNumbers.flatMap((name) => {
      const values = audits.flatMap((audit) => audit[name] ?? []);
      if (values.length === 0) return [];
      widest.see(`interaction ${id}, ${name}`, values);
      return [[name, join(values, 1)] as const];
    });
    const distance = (audit: AuditReading) =>
      numbers.reduce((sum, [name, value]) => sum + Math.abs((audit[name] ?? value) - value), 0);
    const { rationale } = nearest(audits, distance);
    return { ...(Object.fromEntries(numbers) as Omit<AuditReading, "rationale">), rationale };
  });
}

/** The merged score, and the interactions that most of the answering members called unnecessary. */
export function agreedNecessity(
  members: readonly (Necessity | null)[],
  widest: Widest,
  join: Join = byMedian,
): Necessity | null {
  const said = members.filter((necessity) => necessity !== null);
  if (said.length < majorityOf(members.length)) return null;
  const scores = said.map(({ score }) => score);
  widest.see("necessity", scores);
  const score = join(scores, 1);
  const votes = new Map<number, number>();
  for (const id of said.flatMap(({ unnecessaryIds }) => unnecessaryIds)) votes.set(id, (votes.get(id) ?? 0) + 1);
  const elected = [...votes].filter(([, count]) => count >= majorityOf(said.length)).map(([id]) => id);
  const { rationale } = nearest(said, (necessity) => Math.abs(necessity.score - score));
  return { rationale, score, unnecessaryIds: elected.toSorted((a, b) => a - b) };
}

function agreed<T>(
  members: readonly ReadonlyMap<number, T>[],
  join: (key: number, items: readonly T[]) => T,
): ReadonlyMap<number, T> {
  const keys = new Set(members.flatMap((member) => [...member.keys()]));
  const found = new Map<number, T>();
  for (const key of [...keys].toSorted((a, b) => a - b)) {
    const items = members.flatMap((member) => member.get(key) ?? []);
    if (items.length >= majorityOf(members.length)) found.set(key, join(key, items));
  }
  return found;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5) ?? Number.NaN;
}

/** The first of the nearest items. */
function nearest<T>(items: readonly T[], distance: (item: T) => number): T {
  return items.reduce((best, item) => (distance(item) < distance(best) ? item : best));
}
