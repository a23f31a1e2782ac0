/** Makes a baseline from a report: the numbers of every pair that has one. */
import { type Baseline, type BaselineEntry, baselineVersion } from "../core/report/baseline.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import { totalTokens } from "../core/model/token-usage.ts";
import { defaultPassMark } from "../core/report/verdict.ts";
import { requireMeasured } from "./rehearsal.ts";
import { trialsOf } from "./trials/trials.ts";

/** A pair without a number, and why. */
export interface LeftOut {
  readonly scenarioKey: string;
  readonly agentName: string;
  readonly why: string;
}

export interface BaselineRequest {
  readonly name: string;
  readonly now: string;
  /** The baseline that is replaced; it keeps its creation date. */
  readonly previous?: Baseline | undefined;
  /** Keep entries of pairs the report does not have. */
  readonly merge?: boolean;
}

/** The baseline, and the pairs that could not enter it. */
export function baselineFrom(report: Report, request: BaselineRequest): { baseline: Baseline; leftOut: LeftOut[] } {
  requireMeasured(report);
  const results: Record<string, Record<string, BaselineEntry>> = {};
  for (const [key, agents] of Object.entries(request.merge ? (request.previous?.results ?? {}) : {}))
    results[key] = { ...agents };
  const leftOut: LeftOut[] = [];
  for (const result of report.results) {
    const entry = entryOf(result, report);
    if (entry === null)
      leftOut.push({ scenarioKey: result.scenarioKey, agentName: result.agentName, why: whyNot(result) });
    else (results[result.scenarioKey] ??= {})[result.agentName] = entry;
  }
  const baseline = {
    version: baselineVersion,
    name: request.name,
    createdAt: request.previous?.createdAt ?? request.now,
    updatedAt: request.now,
    fromReportId: report.reportId,
    results,
  };
  return { baseline, leftOut };
}

function entryOf(result: PairResult, report: Report): BaselineEntry | null {
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
    trials: trialsOf(result, report.scoring?.passMark ?? defaultPassMark),
  };
}

function whyNot(result: PairResult): string {
  if (result.failed) return `failed: ${result.error ?? result.outcome.status}`;
  return result.score?.reason ?? "it was not scored";
}
