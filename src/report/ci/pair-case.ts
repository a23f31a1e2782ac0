/** What a CI system is told about a pair: passed, a failure of what is tested, an error of something else, or skipped. */
import type { ComparisonEntry } from "../../core/report/comparison.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import type { Verdict } from "../gate.ts";
import { type PairPasses, passesOf } from "../trials/passes.ts";

/** What renderers for CI are given besides the report. */
export interface CiOptions {
  readonly verdict: Verdict;
  /** Least AXIS Result a pair must have. */
  readonly failUnder?: number | null;
}

export type CaseStatus = "passed" | "failure" | "error" | "skipped";

export interface PairCase {
  readonly scenarioKey: string;
  readonly agentName: string;
  /** As the gate has it: passed is what it has nothing against. */
  readonly status: CaseStatus;
  /** Why it is not passed, in one word: an outcome class, `below-gate`, `regressed`, `unscored` or `gone`. */
  readonly type: string;
  /** The same in a sentence; empty when passed. It may hold what an agent or a judge wrote. */
  readonly message: string;
  /** Absent for a pair that only the baseline has. */
  readonly result?: PairResult;
  /** How many of its runs passed. The gate decides without it. */
  readonly passes?: PairPasses;
  readonly change?: ComparisonEntry;
}

/** Every pair of the report, then those that are gone. */
export function pairCases(report: Report, { failUnder = null }: CiOptions): PairCase[] {
  const entries = report.comparison?.entries ?? [];
  const cleared = agentsCleared(report);
  const changes = new Map(entries.map((entry) => [nameOf(entry), entry]));
  const present = report.results.map((result) => ({
    ...caseOf(result, changes.get(nameOf(result)), { failUnder, cleared: cleared.has(result.agentName) }),
    passes: passesOf(result, report),
  }));
  const gone = entries
    .filter(({ kind }) => kind === "gone")
    .map((change) => ({
      scenarioKey: change.scenarioKey,
      agentName: change.agentName,
      status: "skipped" as const,
      type: "gone",
      message: "it is in the baseline and not in this report",
      change,
    }));
  return [...present, ...gone];
}

/** Agents whose trials were tested and whose verdict is good: a single pair that moved is noise then. */
function agentsCleared({ comparison }: Report): Set<string> {
  const tested = comparison?.verdicts.filter(({ rule, ok }) => rule !== "tolerance" && ok) ?? [];
  return new Set(tested.map(({ agentName }) => agentName));
}

function nameOf({ scenarioKey, agentName }: { readonly scenarioKey: string; readonly agentName: string }): string {
  return JSON.stringify([scenarioKey, agentName]);
}

/** By what a pair is measured. */
interface Bar {
  readonly failUnder: number | null;
  readonly cleared: boolean;
}

function caseOf(result: PairResult, change: ComparisonEntry | undefined, bar: Bar): PairCase {
  const { scenarioKey, agentName } = result;
  return { scenarioKey, agentName, ...findingOf(result, change, bar), result, ...(change && { change }) };
}

type Finding = Pick<PairCase, "status" | "type" | "message">;

/** Whose failure it is comes before any number: what could not be measured has none. */
function findingOf(result: PairResult, change: ComparisonEntry | undefined, { failUnder, cleared }: Bar): Finding {
  const { outcomeClass, score } = result;
  const why = result.error ?? score?.reason ?? "no reason was given";
  if (outcomeClass === "notRun") return { status: "skipped", type: "notRun", message: why };
  if (outcomeClass === "infrastructure" || outcomeClass === "judge" || outcomeClass === "check")
    return { status: "error", type: outcomeClass, message: why };
  if (result.failed) return { status: "failure", type: "agent", message: why };
  const points = score?.axisScore;
  if (points === null) return { status: "error", type: "unscored", message: why };
  if (failUnder !== null && (points === undefined || points < failUnder))
    return { status: "failure", type: "below-gate", message: `AXIS Result ${points ?? "–"} is below ${failUnder}` };
  if (change?.kind === "regressed" && !cleared)
    return {
      status: "failure",
      type: "regressed",
      message: `AXIS Result ${change.current} after ${change.baseline} in the baseline`,
    };
  return { status: "passed", type: "passed", message: "" };
}

/** Pairs that were planned and never started: the report has no result of them. */
export function notStarted({ state, summary, results }: Report): number {
  return state === "complete" ? 0 : Math.max(0, summary.total - results.length);
}

/** The checks of a pair that did not fully hold, lowest first: the first thing to read about it. */
export function weakChecks({ result }: PairCase): readonly {
  readonly check: string;
  readonly score: number | null;
  readonly rationale: string;
}[] {
  const criteria = result?.score?.goalAchievement.criteria ?? [];
  return criteria
    .filter(({ score }) => score === null || score < 10)
    .toSorted((a, b) => (a.score ?? -1) - (b.score ?? -1));
}

/** What to read about a pair, as plain lines: the message, the checks that do not hold, the weakest spots. */
export function causeLines(pair: PairCase): string[] {
  const checks = weakChecks(pair).map(
    ({ check, score, rationale }) => `${check}: ${score === null ? "not graded" : `${score} of 10`} (${rationale})`,
  );
  const insights = (pair.result?.score?.insights ?? []).map(({ message }) => message);
  return [pair.message, ...checks, ...insights];
}
