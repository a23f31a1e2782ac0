/** A result as a CI system sees it: passed, a failure of the agent, an error of something else, or skipped. */
import type { ComparisonEntry } from "../../core/report/comparison.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import type { ReportVerdict } from "../report-verdict.ts";
import { type PairPasses, countPasses } from "../trials/passes.ts";

/** What CI renderers need besides the report. */
export interface CiOptions {
  readonly verdict: ReportVerdict;
  /** The lowest AXIS Result a result may have. */
  readonly failUnder?: number | null;
}

type CaseStatus = "passed" | "failure" | "error" | "skipped";

/** Whether a result passed, and why not. */
interface CaseFinding {
  /** The status by the gate: passed means the gate has no objection. */
  readonly status: CaseStatus;
  /** Why it did not pass, in one word: an outcome class, `below-gate`, `regressed`, `unscored` or `gone`. */
  readonly type: string;
  /** The same as a sentence; empty if passed. It may contain text from an agent or a judge. */
  readonly message: string;
}

export interface PairCase extends CaseFinding {
  readonly scenarioKey: string;
  readonly agentName: string;
  /** Absent for a result that exists only in the baseline. */
  readonly result?: PairResult;
  /** How many of its runs passed. The gate does not use it. */
  readonly passes?: PairPasses;
  readonly change?: ComparisonEntry;
}

/** All results of the report, then those that are only in the baseline. */
export function listPairCases(report: Report, { failUnder = null }: CiOptions): PairCase[] {
  const entries = report.comparison?.entries ?? [];
  const cleared = listClearedAgents(report);
  const changes = new Map(entries.map((entry) => [pairKey(entry), entry]));
  const present = report.results.map((result) => ({
    ...buildPairCase(result, changes.get(pairKey(result)), { failUnder, cleared: cleared.has(result.agentName) }),
    passes: countPasses(result, report),
  }));
  const gone = entries
    .filter(({ kind }) => kind === "gone")
    .map((change) => ({
      scenarioKey: change.scenarioKey,
      agentName: change.agentName,
      status: "skipped" as const,
      type: "gone",
      message: "it is in the baseline but not in this report",
      change,
    }));
  return [...present, ...gone];
}

/** Agents whose trials were tested and whose verdict is good: a single result that moved is noise. */
function listClearedAgents({ comparison }: Report): Set<string> {
  const tested = comparison?.verdicts.filter(({ rule, ok }) => rule !== "tolerance" && ok) ?? [];
  return new Set(tested.map(({ agentName }) => agentName));
}

function pairKey({ scenarioKey, agentName }: { readonly scenarioKey: string; readonly agentName: string }): string {
  return JSON.stringify([scenarioKey, agentName]);
}

/** What a result is measured against. */
interface CaseThresholds {
  readonly failUnder: number | null;
  readonly cleared: boolean;
}

function buildPairCase(result: PairResult, change: ComparisonEntry | undefined, bar: CaseThresholds): PairCase {
  const { scenarioKey, agentName } = result;
  return { scenarioKey, agentName, ...classifyResult(result, change, bar), result, ...(change && { change }) };
}

/** Who caused a failure is decided before any number: a run that could not be measured has none. */
function classifyResult(
  result: PairResult,
  change: ComparisonEntry | undefined,
  { failUnder, cleared }: CaseThresholds,
): CaseFinding {
  const unmeasured = classifyUnmeasured(result);
  if (unmeasured !== null) return unmeasured;
  const points = result.score?.axisScore;
  if (failUnder !== null && (points == null || points < failUnder))
    return { status: "failure", type: "below-gate", message: `AXIS Result ${points ?? "–"} is below ${failUnder}` };
  if (change?.kind === "regressed" && !cleared) {
    const message = `AXIS Result ${change.current}, baseline ${change.baseline}`;
    return { status: "failure", type: "regressed", message };
  }
  return { status: "passed", type: "passed", message: "" };
}

/** What kept a result from getting a number; null if nothing did. */
function classifyUnmeasured({ outcomeClass, failed, score, error }: PairResult): CaseFinding | null {
  const message = error ?? score?.reason ?? "no reason given";
  if (outcomeClass === "notRun") return { status: "skipped", type: "notRun", message };
  if (outcomeClass === "infrastructure" || outcomeClass === "judge" || outcomeClass === "check")
    return { status: "error", type: outcomeClass, message };
  if (failed) return { status: "failure", type: "agent", message };
  return score?.axisScore === null ? { status: "error", type: "unscored", message } : null;
}

/** Counts planned results that were never started; the report has no entry for them. */
export function countNotStarted({ state, summary, results }: Report): number {
  return state === "complete" ? 0 : Math.max(0, summary.total - results.length);
}

/** The checks of a result that were not fully met, lowest grade first. */
export function listWeakChecks({ result }: PairCase): readonly {
  readonly check: string;
  readonly score: number | null;
  readonly rationale: string;
}[] {
  const criteria = result?.score?.goalAchievement.criteria ?? [];
  return criteria
    .filter(({ score }) => score === null || score < 10)
    .toSorted((a, b) => (a.score ?? -1) - (b.score ?? -1));
}

/** The most important facts about a result as plain lines: the message, the failed checks, the weakest spots. */
export function listCauseLines(pair: PairCase): string[] {
  const checks = listWeakChecks(pair).map(
    ({ check, score, rationale }) => `${check}: ${score === null ? "not graded" : `${score} of 10`} (${rationale})`,
  );
  const insights = (pair.result?.score?.insights ?? []).map(({ message }) => message);
  return [pair.message, ...checks, ...insights];
}
