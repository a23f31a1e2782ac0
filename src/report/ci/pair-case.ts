/** A result as a CI system sees it: passed, a failure of the agent, an error of something else, or skipped. */
import type { ComparisonEntry } from "../../core/report/comparison.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import { isCounted } from "../../core/report/run-status.ts";
import type { Report } from "../../core/report.ts";
import { roundHalfUp } from "../../core/score/rounding.ts";
import { type GatedResult, gateResults, type GateOptions, isUncounted, resolveGate } from "../gate-results.ts";
import { formatScore, noNumber } from "../text/format.ts";
import { formatTamperedFile } from "../text/format-tampered.ts";
import { formatCause } from "../text/format-verdict.ts";

/** What CI renderers need besides the report. */
export interface CiOptions {
  readonly verdict: ReportVerdict;
  /** Replaces parts of the gate that is stored in the report. */
  readonly gate?: GateOptions;
}

type CaseStatus = "passed" | "failure" | "error" | "skipped";

/** Whether a result passed, and why not. */
interface CaseFinding {
  /** The status by the gate: passed means the gate has no objection. */
  readonly status: CaseStatus;
  /** Why it did not pass, in one word: `failed`, `below-gate`, `regressed`, an outcome class, `unscored` or `gone`. */
  readonly type: string;
  /** The same as a sentence; empty if passed. It may contain text from an agent or a judge. */
  readonly message: string;
}

export interface PairCase extends CaseFinding {
  readonly scenarioKey: string;
  readonly agentName: string;
  /** Absent for a result that exists only in the baseline. */
  readonly result?: PairResult;
  readonly change?: ComparisonEntry;
}

/** All results of the report, then those that are only in the baseline. */
export function listPairCases(report: Report, { gate = {} }: Pick<CiOptions, "gate">): PairCase[] {
  const { failUnder } = resolveGate(report, gate);
  const present = gateResults(report, gate).map((gated) => {
    const { result, change } = gated;
    const { scenarioKey, agentName } = result;
    return { scenarioKey, agentName, ...classifyResult(gated, failUnder), result, ...(change && { change }) };
  });
  const entries = (gate.comparison ?? report.comparison)?.entries ?? [];
  const gone = entries
    .filter(({ kind }) => kind === "gone")
    .map((change) => ({
      scenarioKey: change.scenarioKey,
      agentName: change.agentName,
      // The gate rejects a report that lacks a result that passed.
      status: change.passedBefore === true ? ("failure" as const) : ("skipped" as const),
      type: "gone",
      message:
        change.passedBefore === true
          ? "it passed in the baseline and is not in this report"
          : "it is in the baseline but not in this report",
      change,
    }));
  return [...present, ...gone];
}

const excuseTexts = {
  baseline: "it failed in the baseline, too",
  allowed: "settings.allowed_failures permits it",
  "no-gate": "no gate applies",
} as const;

function classifyResult(gated: GatedResult, failUnder: number | null): CaseFinding {
  const { result, status, objection, excuse } = gated;
  const message = result.why ?? result.error ?? result.score?.reason ?? "no reason was recorded";
  if (objection === "failed") return { status: "failure", type: "failed", message };
  if (objection !== null) return { status: "failure", type: objection, message: describeObjection(gated, failUnder) };
  if (excuse !== undefined) return { status: "skipped", type: status, message: `${excuseTexts[excuse]}: ${message}` };
  if (status === "not run") return { status: "skipped", type: "notRun", message };
  if (isCounted(status)) return { status: "passed", type: "passed", message: "" };
  if (!isUncounted(gated)) return { status: "skipped", type: "unscored", message };
  return { status: "error", type: status === "error" ? result.outcomeClass : "unscored", message };
}

function describeObjection({ result, objection, change }: GatedResult, failUnder: number | null): string {
  const { axisScore } = result.means;
  if (objection !== "regressed")
    return `AXIS Result ${axisScore === null ? noNumber : roundHalfUp(axisScore)} is below ${failUnder}`;
  const [cause] = change?.causes ?? [];
  const because = cause === undefined ? "" : `; ${formatCause(cause)}`;
  return `AXIS Result ${formatScore(change?.current)}, baseline ${formatScore(change?.baseline)}${because}`;
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
  const tampered = (pair.result?.tampered ?? []).map(formatTamperedFile);
  return [pair.message, ...tampered, ...checks, ...insights];
}
