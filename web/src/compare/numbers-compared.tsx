/** Every number of two runs with its difference: dimensions, signals, checks, metrics, time, tokens, cost. */
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import type { SignalName } from "../../../src/core/score/axis-result.ts";
import { formatCost, formatDuration, formatTokens, noNumber } from "../../../src/report/text/format.ts";
import type { RunData } from "../data/run-data.ts";
import { totalTokens } from "../data/tokens.ts";
import { categories, dimensionNames, signalWords } from "../parts/names.ts";
import { axisNames } from "../scorecard/card-words.ts";
import { safeLine } from "../text/safe.ts";
import { type ComparedNumber, NumberTable, formatSigned } from "./number-table.tsx";

export interface ComparedRuns {
  readonly before: RunData;
  readonly after: RunData;
}

export function NumbersCompared({ before, after }: ComparedRuns) {
  return <NumberTable rows={listRows(before.block.detail, after.block.detail).map(compareNumber)} />;
}

function compareNumber({ name, depth, before, after, format }: NumberRow): ComparedNumber {
  return {
    name,
    depth,
    before: before === null ? noNumber : format(before),
    after: after === null ? noNumber : format(after),
    difference: before === null || after === null ? noNumber : formatSigned(after - before, format),
    isSame: before === after,
  };
}

function listRows(old: RunDetail, now: RunDetail): NumberRow[] {
  const points = (name: string, depth: 0 | 1, of: (detail: RunDetail) => number | null | undefined): NumberRow => {
    const [before, after] = [of(old) ?? null, of(now) ?? null];
    return { name, depth, before, after, format: pointsFormat(before, after) };
  };
  const reading = (
    name: string,
    of: (detail: RunDetail) => number | undefined,
    format: (value: number) => string,
  ): NumberRow => ({
    ...points(name, 0, of),
    format,
  });
  return [
    points("AXIS Result", 0, ({ score }) => score?.axisScore),
    points("Goal", 0, ({ score }) => score?.goalAchievement.score),
    ...listCheckRows(old, now),
    ...categories.flatMap((category) => [
      points(
        dimensionNames.find(({ id }) => id === category)?.name ?? category,
        0,
        ({ score }) => score?.[category].score,
      ),
      ...(Object.keys(signalWords) as SignalName[])
        .map((signal) => points(signalWords[signal], 1, ({ score }) => score?.[category].dimensions[signal]))
        .filter(({ before, after }) => before !== null || after !== null),
    ]),
    ...listMetricRows(old, now),
    ...listCardRows(points, [old, now]),
    reading("Time", ({ durationMs }) => durationMs ?? undefined, formatDuration),
    reading("Steps", ({ stats }) => stats.totalInteractions, String),
    reading("Steps with an error", ({ stats }) => stats.totalErrors, String),
    reading(
      "Tokens",
      ({ tokenUsage }) => (tokenUsage === undefined ? undefined : totalTokens(tokenUsage)),
      formatTokens,
    ),
    reading("Cost", ({ totalCostUsd }) => totalCostUsd, formatCost),
  ];
}

type MakeRow = (name: string, depth: 0 | 1, of: (detail: RunDetail) => number | null | undefined) => NumberRow;

/** The scorecard and its axes, if a run has one. */
function listCardRows(points: MakeRow, details: readonly RunDetail[]): NumberRow[] {
  if (details.every(({ scorecard }) => scorecard === undefined)) return [];
  return [
    points("Scorecard", 0, ({ scorecard }) => scorecard?.score),
    ...axisNames.map(({ id, name }) => points(name, 1, ({ scorecard }) => scorecard?.axes[id].score)),
  ];
}

/** A number of both runs. */
interface NumberRow {
  readonly name: string;
  readonly depth: 0 | 1;
  readonly before: number | null;
  readonly after: number | null;
  readonly format: (value: number) => string;
}

/** Formats with up to two decimals, the same count on both sides. */
export function pointsFormat(...values: readonly (number | null)[]): (value: number) => string {
  const needed = values.map((value) => /\.(\d+)$/.exec(String(Number((value ?? 0).toFixed(2))))?.[1]?.length ?? 0);
  const decimals = Math.max(0, ...needed);
  return (value) => value.toFixed(decimals);
}

interface NamedValue {
  readonly name: string;
  readonly value: number | null;
}

/** Matches checks by their text, because the rubric may have changed. */
export function listCheckRows(old: RunDetail, now: RunDetail): NumberRow[] {
  const listGrades = ({ score }: RunDetail): NamedValue[] =>
    (score?.goalAchievement.criteria ?? []).map(({ check, score: value }) => ({ name: check, value }));
  return pairByName(listGrades(old), listGrades(now), 1);
}

export function listMetricRows(old: RunDetail, now: RunDetail): NumberRow[] {
  const listScores = ({ metrics = [] }: RunDetail): NamedValue[] =>
    metrics.map(({ name, score: value }) => ({ name, value }));
  return pairByName(listScores(old), listScores(now), 0);
}

/** Matches by name; if a name occurs twice, the second matches the second. */
function pairByName(olds: readonly NamedValue[], news: readonly NamedValue[], depth: 0 | 1): NumberRow[] {
  const left = news.map((each) => each as NamedValue | null);
  const take = (name: string): NamedValue | null => {
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
    format: pointsFormat(before, after),
  });
  const matched = olds.map(({ name, value }) => row(name, value, take(name)?.value ?? null));
  return [...matched, ...left.flatMap((each) => (each === null ? [] : [row(each.name, null, each.value)]))];
}
