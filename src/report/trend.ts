/** Tracks an agent's numbers over past reports, and finds outliers among the newest. */
import { canonicalJson } from "../core/json.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import { totalTokens } from "../core/model/token-usage.ts";
import type { Trend, TrendDrift, TrendPoint, TrendReading } from "../core/report/trend.ts";
import { mean } from "../statistics/mean.ts";
import { meanInterval } from "../statistics/one-group/mean-interval.ts";
import { driftCheck } from "../statistics/one-group/resources.ts";
import { isAbsent, listTrials } from "./trials/trials.ts";

/** How many reports before the newest one count as its history. */
const historyLength = 20;

/** One trend per agent over all scenarios; with scenario keys, one per result. Reports may come in any order. */
export function listTrends(reports: readonly Report[], scenarioKeys: readonly string[] | null): Trend[] {
  const inOrder = reports.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
  const series = new Map<string, TrendSeries>();
  for (const report of inOrder) {
    for (const [id, group] of groupByTrend(report, scenarioKeys)) {
      const known = series.get(id) ?? { agentName: group.agentName, scenarioKey: group.scenarioKey, sightings: [] };
      known.sightings.push({ report, results: group.results });
      series.set(id, known);
    }
  }
  return [...series.values()].map(buildTrend);
}

interface TrendSource {
  readonly report: Report;
  readonly results: readonly PairResult[];
}

interface TrendSeries {
  readonly agentName: string;
  readonly scenarioKey: string | null;
  readonly sightings: TrendSource[];
}

/** Groups the results of a report by trend: per agent, or per scenario and agent. */
function groupByTrend({ results }: Report, scenarioKeys: readonly string[] | null) {
  const groups = new Map<string, { agentName: string; scenarioKey: string | null; results: PairResult[] }>();
  for (const result of results) {
    if (scenarioKeys !== null && !scenarioKeys.includes(result.scenarioKey)) continue;
    const scenarioKey = scenarioKeys === null ? null : result.scenarioKey;
    const id = JSON.stringify([result.agentName, scenarioKey]);
    const group = groups.get(id) ?? { agentName: result.agentName, scenarioKey, results: [] };
    group.results.push(result);
    groups.set(id, group);
  }
  return groups;
}

function buildTrend({ agentName, scenarioKey, sightings }: TrendSeries): Trend {
  const newest = sightings.at(-1);
  const like = newest === undefined ? "" : fingerprint(newest);
  const points = sightings.map((sighting) => toTrendPoint(sighting, fingerprint(sighting) === like));
  return { agentName, scenarioKey, points, drifts: findDrifts(points) };
}

/** What must be equal for two numbers to be comparable: task, rubric, agent, formula, judges. */
function fingerprint({ results }: TrendSource): string {
  const parts = results.map(({ scenarioKey, prompt, judge, agentConfig, score }) => ({
    scenarioKey,
    prompt,
    judge,
    agentConfig,
    formula: score?.formula ?? null,
    weights: score?.weights ?? null,
    judges: score === undefined ? null : Object.values(score.judging).map((used) => used?.name ?? null),
  }));
  return canonicalJson(parts.toSorted((a, b) => (a.scenarioKey < b.scenarioKey ? -1 : 1)));
}

function toTrendPoint({ report, results }: TrendSource, comparable: boolean): TrendPoint {
  const trials = results.map((result) => listTrials(result).flatMap(({ axisScore }) => axisScore ?? []));
  const means = trials.flatMap((numbers) => mean(numbers) ?? []);
  const [only = []] = trials;
  const { lower, upper } = meanInterval(results.length === 1 ? only : means);
  const told = results.filter((result) => !isAbsent(result));
  return {
    reportId: report.reportId,
    timestamp: report.timestamp,
    axisScore: mean(means),
    lower,
    upper,
    scenarios: means.length,
    durationMs: meanIfAllKnown(told, ({ durationMs }) => durationMs),
    tokens: meanIfAllKnown(told, ({ tokenUsage }) => (tokenUsage === undefined ? null : totalTokens(tokenUsage))),
    costUsd: meanIfAllKnown(told, ({ totalCostUsd }) => totalCostUsd ?? null),
    comparable,
  };
}

/** Null if one value is unknown: the mean of the others would measure something else. */
function meanIfAllKnown(
  results: readonly PairResult[],
  reading: (result: PairResult) => number | null | undefined,
): number | null {
  const values = results.map((result) => reading(result) ?? null);
  return values.includes(null) ? null : mean(values.flatMap((value) => value ?? []));
}

const readings: readonly TrendReading[] = ["axisScore", "durationMs", "tokens", "costUsd"];

function findDrifts(points: readonly TrendPoint[]): TrendDrift[] {
  const newest = points.at(-1);
  if (newest === undefined) return [];
  const before = points.slice(0, -1).filter(({ comparable }) => comparable);
  return readings.flatMap((reading) => {
    const value = newest[reading];
    // Ratios need positive numbers; a run that took no time or no tokens predicts nothing.
    const history = before
      .slice(-historyLength)
      .flatMap((point) => point[reading] ?? [])
      .filter((past) => past > 0);
    if (value === null || value <= 0) return value === 0 ? detectDropToZero(reading, history) : [];
    const { median, drifted } = driftCheck(history, value);
    return drifted && median !== null ? [{ reading, value, median, history: history.length }] : [];
  });
}

/** A result of 0 has no ratio to earlier values, but it is the largest possible drop. */
function detectDropToZero(reading: TrendReading, history: readonly number[]): TrendDrift[] {
  if (reading !== "axisScore") return [];
  const { median } = driftCheck(history, 1);
  return median === null || history.length < 5 ? [] : [{ reading, value: 0, median, history: history.length }];
}
