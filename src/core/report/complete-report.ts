/** Completes a report of an older version when it is read: statuses and means that it does not store. */
import type { Report, StoredReport } from "../report.ts";
import { totalTokens } from "../model/token-usage.ts";
import { completeComparison } from "./complete-comparison.ts";
import { describeFailure } from "./failure-reason.ts";
import { defaultGate } from "./gate.ts";
import type { PairResult, ResultMeans, StoredPairResult } from "./pair-result.ts";
import { countStatuses, isCounted, readTrialStatus, resultStatus, runStatus, type RunStatus } from "./run-status.ts";
import { type BaselineTrial, pickDimensions } from "./baseline.ts";
import { defaultPassMark } from "./verdict.ts";

/** The same report with every status and mean. Nothing is written. */
export function completeReport(report: StoredReport): Report {
  const { gate = defaultGate, scoring, summary } = report;
  const results = report.results.map((result) => completeResult(result, gate.minPassRate, scoring?.passMark));
  const { comparison, ...rest } = report;
  const compared = { results, weights: scoring?.weights, passMark: scoring?.passMark };
  return {
    ...rest,
    results,
    summary: { ...summary, statuses: summary.statuses ?? countAll(report, results) },
    ...(comparison === undefined ? {} : { comparison: completeComparison(comparison, compared) }),
  };
}

function completeResult(
  result: StoredPairResult,
  minPassRate: Parameters<typeof resultStatus>[1],
  passMark: number | undefined,
): PairResult {
  const trials = result.trials?.map((trial) => ({ ...trial, status: trial.status ?? readTrialStatus(trial) }));
  const statuses = trials?.map(({ status }) => status) ?? [runStatus(result, passMark)];
  const { trials: _stored, ...rest } = result;
  const status = result.status ?? resultStatus(statuses, minPassRate);
  const why = result.why ?? (result.status === undefined ? describeResult(result, status, passMark) : undefined);
  return {
    ...rest,
    status,
    ...(why === undefined ? {} : { why }),
    means: result.means ?? computeMeans(trials ?? [toSingleTrial(result, statuses[0])]),
    ...(trials === undefined ? {} : { trials }),
  };
}

/** Why a result did not pass, from the run that an older version shows for it. */
function describeResult(result: StoredPairResult, status: RunStatus, passMark: number | undefined): string | undefined {
  return runStatus(result, passMark) === status
    ? describeFailure(result, status, passMark ?? defaultPassMark)
    : undefined;
}

/** Planned runs and results that the report has nothing about were not run. */
function countAll({ summary }: StoredReport, results: readonly PairResult[]): Report["summary"]["statuses"] {
  const runs = countStatuses(results.flatMap(listTrialStatuses));
  const planned = Object.values(summary.classes).reduce((sum, count) => sum + count, 0);
  const known = Object.values(runs).reduce((sum, count) => sum + count, 0);
  const counted = countStatuses(results.map(({ status }) => status));
  return {
    runs: { ...runs, "not run": runs["not run"] + Math.max(0, planned - known) },
    results: { ...counted, "not run": counted["not run"] + Math.max(0, summary.total - results.length) },
  };
}

/** The statuses of a result's trials, in order. */
export function listTrialStatuses({ status, trials }: Pick<PairResult, "status" | "trials">): readonly RunStatus[] {
  return trials?.map((trial) => trial.status) ?? [status];
}

type MeasuredTrial = Pick<BaselineTrial, "axisScore" | "dimensions" | "durationMs" | "tokens" | "costUsd"> & {
  readonly status: RunStatus;
};

/** The only trial of a result that does not list its trials. */
function toSingleTrial(result: StoredPairResult, status: RunStatus = "unscored"): MeasuredTrial {
  const { score, durationMs, tokenUsage, totalCostUsd } = result;
  return {
    status,
    axisScore: score?.axisScore ?? null,
    ...(score === undefined ? {} : { dimensions: pickDimensions(score) }),
    durationMs,
    tokens: tokenUsage === undefined ? null : totalTokens(tokenUsage),
    costUsd: totalCostUsd ?? null,
  };
}

/** The means of a result. Errors and runs that did not take place say nothing about the agent. */
export function computeMeans(trials: readonly MeasuredTrial[]): ResultMeans {
  const told = trials.filter(({ status }) => isCounted(status) || status === "unscored");
  const over = (pick: (trial: MeasuredTrial) => number | null | undefined) => average(told.map(pick));
  return {
    axisScore: over(({ axisScore }) => axisScore),
    goalAchievement: over(({ dimensions }) => dimensions?.goalAchievement),
    environment: over(({ dimensions }) => dimensions?.environment),
    service: over(({ dimensions }) => dimensions?.service),
    agent: over(({ dimensions }) => dimensions?.agent),
    durationMs: over(({ durationMs }) => durationMs),
    tokens: over(({ tokens }) => tokens),
    costUsd: over(({ costUsd }) => costUsd),
  };
}

function average(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
