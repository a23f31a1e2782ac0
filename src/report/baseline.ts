/** Makes a baseline from a report: the numbers of every result that has one. */
import { type Baseline, type BaselineEntry, baselineVersion } from "../core/report/baseline.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import { totalTokens } from "../core/model/token-usage.ts";
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
  const results = new Map<string, Map<string, BaselineEntry>>();
  for (const [key, agents] of Object.entries(request.merge ? (request.previous?.results ?? {}) : {}))
    results.set(key, new Map(Object.entries(agents)));
  const leftOut: LeftOutResult[] = [];
  for (const result of report.results) {
    const entry = toBaselineEntry(result, report);
    const { scenarioKey, agentName } = result;
    if (entry === null) leftOut.push({ scenarioKey, agentName, why: describeLeftOut(result) });
    else results.set(scenarioKey, (results.get(scenarioKey) ?? new Map()).set(agentName, entry));
  }
  const baseline = {
    version: baselineVersion,
    name: request.name,
    createdAt: request.previous?.createdAt ?? request.now,
    updatedAt: request.now,
    fromReportId: report.reportId,
    results: Object.fromEntries([...results].map(([key, agents]) => [key, Object.fromEntries(agents)])),
  };
  return { baseline, leftOut };
}

function toBaselineEntry(result: PairResult, report: Report): BaselineEntry | null {
  const { score } = result;
  if (result.failed || score === undefined || score.axisScore === null) return null;
  return {
    axisScore: score.axisScore,
    goalAchievement: score.goalAchievement.score,
    environment: score.environment.score,
    service: score.service.score,
    agent: score.agent.score,
    durationMs: result.durationMs,
    tokens: result.tokenUsage === undefined ? null : totalTokens(result.tokenUsage),
    fromReportId: report.reportId,
    timestamp: report.timestamp,
    formula: score.formula,
    trials: listTrials(result),
  };
}

function describeLeftOut(result: PairResult): string {
  if (result.failed) return `failed: ${result.error ?? result.outcome.status}`;
  return result.score?.reason ?? "it was not scored";
}
