/** Makes a baseline from a report: the numbers of every result that has one. */
import { type Baseline, type BaselineEntry, baselineVersion } from "../core/report/baseline.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import { isCounted, type RunStatus } from "../core/report/run-status.ts";
import type { Report } from "../core/report.ts";
import { requireMeasured } from "./rehearsal.ts";
import { listTrials } from "./trials/trials.ts";

/** A result without a number, and why it has none. */
export interface LeftOutResult {
  readonly scenarioKey: string;
  readonly agentName: string;
  readonly why: string;
}

export interface BaselineRequest {
  readonly name: string;
  readonly now: string;
  /** The baseline to replace; its creation date is kept. */
  readonly previous?: Baseline | undefined;
  /** Keep entries that the report has no result for. */
  readonly merge?: boolean;
}

/** Returns the baseline, and the results that were left out of it. */
export function baselineFrom(
  report: Report,
  request: BaselineRequest,
): { baseline: Baseline; leftOut: LeftOutResult[] } {
  requireMeasured(report);
  // Maps, because a scenario or agent may have the name of an inherited property, such as "constructor".
  const kept = request.merge ? request.previous : undefined;
  const results = toMaps<BaselineEntry>(kept?.results);
  const statuses = toMaps<RunStatus>(kept?.statuses);
  const leftOut: LeftOutResult[] = [];
  for (const result of report.results) {
    const entry = toBaselineEntry(result, report);
    const { scenarioKey, agentName } = result;
    if (entry === null) leftOut.push({ scenarioKey, agentName, why: describeLeftOut(result) });
    else results.set(scenarioKey, (results.get(scenarioKey) ?? new Map()).set(agentName, entry));
    if (isCounted(result.status))
      statuses.set(scenarioKey, (statuses.get(scenarioKey) ?? new Map()).set(agentName, result.status));
  }
  const baseline = {
    version: baselineVersion,
    name: request.name,
    createdAt: request.previous?.createdAt ?? request.now,
    updatedAt: request.now,
    fromReportId: report.reportId,
    results: fromMaps(results),
    statuses: fromMaps(statuses),
  };
  return { baseline, leftOut };
}

type ByResult<T> = Map<string, Map<string, T>>;

function toMaps<T>(record: Readonly<Record<string, Readonly<Record<string, T>>>> = {}): ByResult<T> {
  return new Map(Object.entries(record).map(([key, agents]) => [key, new Map(Object.entries(agents))]));
}

function fromMaps<T>(map: ByResult<T>): Record<string, Record<string, T>> {
  return Object.fromEntries([...map].map(([key, agents]) => [key, Object.fromEntries(agents)]));
}

function toBaselineEntry(result: PairResult, report: Report): BaselineEntry | null {
  const { axisScore, costUsd: _cost, ...means } = result.means;
  if (axisScore === null) return null;
  return {
    axisScore,
    ...means,
    fromReportId: report.reportId,
    timestamp: report.timestamp,
    ...(result.score === undefined ? {} : { formula: result.score.formula }),
    trials: listTrials(result),
  };
}

function describeLeftOut(result: PairResult): string {
  if (result.failed) return `failed: ${result.error ?? result.outcome.status}`;
  return result.score?.reason ?? "it was not scored";
}
