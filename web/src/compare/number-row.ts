/** A number of two runs beside each other; checks and metrics are paired by their words. */
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import { safeLine } from "../text/safe.ts";

export interface NumberRow {
  readonly name: string;
  readonly depth: 0 | 1;
  readonly before: number | null;
  readonly after: number | null;
  readonly format: (value: number) => string;
}

/** Two decimals are what a mean of grades is good for; both sides have as many as one of them needs. */
export function pointsLike(...values: readonly (number | null)[]): (value: number) => string {
  const needed = values.map((value) => /\.(\d+)$/.exec(String(Number((value ?? 0).toFixed(2))))?.[1]?.length ?? 0);
  const decimals = Math.max(0, ...needed);
  return (value) => value.toFixed(decimals);
}

interface Named {
  readonly name: string;
  readonly value: number | null;
}

/** By the words of the check: a rubric may have changed. */
export function checkRows(old: RunDetail, now: RunDetail): NumberRow[] {
  const gradesOf = ({ score }: RunDetail): Named[] =>
    (score?.goalAchievement.criteria ?? []).map(({ check, score: value }) => ({ name: check, value }));
  return paired(gradesOf(old), gradesOf(now), 1);
}

export function metricRows(old: RunDetail, now: RunDetail): NumberRow[] {
  const scoresOf = ({ metrics = [] }: RunDetail): Named[] => metrics.map(({ name, score: value }) => ({ name, value }));
  return paired(scoresOf(old), scoresOf(now), 0);
}

/** Those of one name in their order: the second belongs to the second. */
function paired(olds: readonly Named[], news: readonly Named[], depth: 0 | 1): NumberRow[] {
  const left = news.map((each) => each as Named | null);
  const take = (name: string): Named | null => {
    const at = left.findIndex((each) => each?.name === name);
    const found = left[at] ?? null;
    if (at !== -1) left[at] = null;
    return found;
  };
  const row = (name: string, before: number | null, after: number | null): NumberRow => ({
    name: safeLine(name, 160),
    depth,
    before,
    after,
    format: pointsLike(before, after),
  });
  const kept = olds.map(({ name, value }) => row(name, value, take(name)?.value ?? null));
  return [...kept, ...left.flatMap((each) => (each === null ? [] : [row(each.name, null, each.value)]))];
}
