/** What several judges said to the same question, made into one: medians, majorities, and where they were furthest apart. */
import type { Disagreement } from "../../core/judge.ts";
import type { Grade, Necessity } from "../../core/question.ts";
import { quantile } from "../../statistics/quantile.ts";
import type { AuditReading } from "../process-score.ts";

/** The smallest number of members that is more than half of them. */
export function majorityOf(members: number): number {
  return Math.floor(members / 2) + 1;
}

/** Widest first met counts, so that the same answers give the same sentence. */
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

/** One grade per check that a majority graded: the median, with the reasons of the member nearest to it. */
export function agreedGrades(
  members: readonly ReadonlyMap<number, Grade>[],
  widest: Widest,
): ReadonlyMap<number, Grade> {
  return agreed(members, (index, grades) => {
    const scores = grades.map(({ score }) => score);
    widest.see(`check ${index + 1}`, scores);
    const score = median(scores);
    const { rationale, cites } = nearest(grades, (grade) => Math.abs(grade.score - score));
    return { index, rationale, score, ...(cites === undefined ? {} : { cites }) };
  });
}

const auditNumbers = ["success", "weight", "contextRelevance"] as const;

/** One audit per interaction that a majority audited; each number is a median of its own. */
export function agreedAudits(
  members: readonly ReadonlyMap<number, AuditReading>[],
  widest: Widest,
): ReadonlyMap<number, AuditReading> {
  return agreed(members, (id, audits) => {
    const numbers = auditNumbers.flatMap((name) => {
      const values = audits.flatMap((audit) => audit[name] ?? []);
      if (values.length === 0) return [];
      widest.see(`interaction ${id}, ${name}`, values);
      return [[name, median(values)] as const];
    });
    const distance = (audit: AuditReading) =>
      numbers.reduce((sum, [name, value]) => sum + Math.abs((audit[name] ?? value) - value), 0);
    const { rationale } = nearest(audits, distance);
    return { ...(Object.fromEntries(numbers) as Omit<AuditReading, "rationale">), rationale };
  });
}

/** The median, and the interactions that a majority of those who answered took for unnecessary. */
export function agreedNecessity(members: readonly (Necessity | null)[], widest: Widest): Necessity | null {
  const said = members.filter((necessity) => necessity !== null);
  if (said.length < majorityOf(members.length)) return null;
  const scores = said.map(({ score }) => score);
  widest.see("necessity", scores);
  const score = median(scores);
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

/** The first of those that are nearest. */
function nearest<T>(items: readonly T[], distance: (item: T) => number): T {
  return items.reduce((best, item) => (distance(item) < distance(best) ? item : best));
}
