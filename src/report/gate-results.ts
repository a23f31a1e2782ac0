/** Holds every result of a report against its gate. The verdict, the CI files and the pages all start from here. */
import { listTrialStatuses } from "../core/report/complete-report.ts";
import type { Comparison, ComparisonEntry } from "../core/report/comparison.ts";
import { defaultGate, type ReportGate } from "../core/report/gate.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import { isCounted, resultStatus, type RunStatus } from "../core/report/run-status.ts";
import type { Report } from "../core/report.ts";
import { FailureClass } from "../core/outcome.ts";
import { roundHalfUp } from "../core/score/rounding.ts";

/** The gate to apply in place of the one that the report stores. */
export interface GateOptions extends Partial<ReportGate> {
  /** Default: the comparison stored in the report. */
  readonly comparison?: Comparison;
  /** A hook failed after the report was final. */
  readonly hookFailure?: string | undefined;
}

/** A result as the gate sees it. */
export interface GatedResult {
  readonly result: PairResult;
  readonly status: RunStatus;
  /** Why the gate rejects it; null if it does not. */
  readonly objection: "failed" | "below-gate" | "regressed" | null;
  /** Why the gate accepts a result that failed or that has no counted run. */
  readonly excuse?: "baseline" | "allowed" | "no-gate";
  /** Its entry in the comparison, if there is one. */
  readonly change?: ComparisonEntry;
}

/** The stored gate, with what the options replace. */
export function resolveGate(report: Pick<Report, "gate">, options: GateOptions = {}): ReportGate {
  const { gate = defaultGate } = report;
  const { minPassRate = gate.minPassRate, failUnder = gate.failUnder, allowedFailures } = options;
  const allowed = allowedFailures ?? gate.allowedFailures;
  const countsOld = options.countsOldFailures ?? gate.countsOldFailures;
  return {
    minPassRate,
    failUnder,
    ...(allowed === undefined ? {} : { allowedFailures: allowed }),
    ...(countsOld === undefined ? {} : { countsOldFailures: countsOld }),
  };
}

/** In the order of the report. */
export function gateResults(report: Report, options: GateOptions = {}): GatedResult[] {
  const gate = resolveGate(report, options);
  const comparison = options.comparison ?? report.comparison;
  const changes = new Map(comparison?.entries.map((entry) => [formatResultKey(entry), entry]));
  const gated = report.results.map((result): GatedResult => {
    const status = resultStatus(listTrialStatuses(result), gate.minPassRate);
    const change = changes.get(formatResultKey(result));
    return { ...judgeResult(result, status, { gate, change }), ...(change === undefined ? {} : { change }) };
  });
  return excuseAllowed(gated, gate.allowedFailures ?? {});
}

function formatResultKey({ scenarioKey, agentName }: { scenarioKey: string; agentName: string }): string {
  return JSON.stringify([scenarioKey, agentName]);
}

/** A result that should have been scored and was not. One without a rubric has nothing to score. */
export function isUncounted({ result, status, excuse }: GatedResult): boolean {
  if (excuse !== undefined) return false;
  return status === "error" || (status === "unscored" && result.score?.goalAchievement.status === "unscored");
}

interface GateView {
  readonly gate: ReportGate;
  readonly change: ComparisonEntry | undefined;
}

function judgeResult(result: PairResult, status: RunStatus, { gate, change }: GateView): GatedResult {
  const base = { result, status };
  const excuse = status === "failed" ? findExcuse(gate, change) : undefined;
  if (status === "failed" && excuse === undefined) return { ...base, objection: "failed" };
  if (change?.verdict === "REGRESSED") return { ...base, objection: "regressed" };
  if (isBelow(result, status, gate.failUnder)) return { ...base, objection: "below-gate" };
  return { ...base, objection: null, ...(excuse === undefined ? {} : { excuse }) };
}

/** Why a failed result does not count against the report: nothing requires a pass, or it failed before, too. */
function findExcuse(gate: ReportGate, change: ComparisonEntry | undefined): GatedResult["excuse"] {
  if (gate.minPassRate === 0) return "no-gate";
  return change?.passedBefore === false && gate.countsOldFailures !== true ? "baseline" : undefined;
}

/** The number that people see decides. A counted result without one cannot be shown to reach the gate. */
function isBelow({ means }: PairResult, status: RunStatus, failUnder: number | null): boolean {
  if (failUnder === null || !isCounted(status)) return false;
  return means.axisScore === null || roundHalfUp(means.axisScore) < failUnder;
}

/** Excuses the results of every class that stayed within its limit; each class is counted separately. */
function excuseAllowed(gated: readonly GatedResult[], allowed: NonNullable<ReportGate["allowedFailures"]>) {
  const excused = new Set<GatedResult>();
  for (const failureClass of FailureClass.options) {
    const bad = gated.filter((each) => findFailureClass(each) === failureClass);
    if (bad.length <= (allowed[failureClass] ?? 0)) for (const each of bad) excused.add(each);
  }
  return gated.map((each): GatedResult => (excused.has(each) ? { ...each, objection: null, excuse: "allowed" } : each));
}

/** The class whose limit applies: the agent's for a failed result, else what kept the result from being counted. */
function findFailureClass({ result, status, objection }: GatedResult): FailureClass | undefined {
  if (objection === "failed") return "agent";
  if (status !== "error") return undefined;
  return FailureClass.options.find((failureClass) => failureClass === result.outcomeClass);
}
