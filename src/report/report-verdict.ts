/** Decides the verdict of a report, with the reasons as sentences. */
import { formatCount } from "../core/format-count.ts";
import type { Comparison } from "../core/report/comparison.ts";
import { FailureClass } from "../core/outcome.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import type { AgentVerdict } from "../core/report/verdict.ts";
import { describeMissedGoals } from "./trials/passes.ts";
import type { PlanGate } from "../core/plan.ts";
import { formatPoints, formatShare } from "./text/format-verdict.ts";

export interface ReportGate {
  /** The lowest AXIS Result a result may have. */
  readonly failUnder?: number | null;
  /** How many results may fail in each class; default: none. */
  readonly allowed?: Partial<Readonly<Record<FailureClass, number>>>;
  readonly comparison?: Comparison;
  /** A hook failed after the report was final. */
  readonly hookFailure?: string;
}

export interface ReportVerdict {
  readonly ok: boolean;
  /** Why the report does not pass, most important first; empty if ok. */
  readonly reasons: readonly string[];
  /** A note on a passing report: something the gate allows but people want to know. */
  readonly but?: string;
}

/** Anything that failed, was aborted, could not be scored, regressed or fell below the gate makes it fail. */
export function decideVerdict(report: Report, options: ReportGate = {}): ReportVerdict {
  const { comparison, failUnder, allowed = {} } = options;
  const tolerated = listTolerated(report.results, allowed);
  const counted = { ...report, results: report.results.filter((result) => !tolerated.has(result)) };
  const reasons = [
    ...listNotRunReasons(counted),
    ...listFailureReasons(counted),
    ...listUnscoredReasons(counted.results),
    ...(comparison === undefined || comparison.ok ? [] : [describeRegression(comparison)]),
    ...listUnderReasons(counted.results, failUnder ?? null),
    ...(options.hookFailure === undefined ? [] : [`afterAll failed: ${options.hookFailure}`]),
  ];
  const but = reasons.length === 0 ? describeMissedGoals(report) : "";
  return { ok: reasons.length === 0, reasons, ...(but === "" ? {} : { but }) };
}

/** The failed results of every class that stayed within its limit; each class is counted separately. */
function listTolerated(
  results: readonly PairResult[],
  allowed: NonNullable<ReportGate["allowed"]>,
): ReadonlySet<PairResult> {
  const tolerated = FailureClass.options.flatMap((failureClass) => {
    const failed = results.filter(({ outcomeClass }) => outcomeClass === failureClass);
    return failed.length <= (allowed[failureClass] ?? 0) ? failed : [];
  });
  return new Set(tolerated);
}

/** A run that was skipped is no one's failure, but it is not a success either, even in a complete report. */
function listNotRunReasons({ summary, results, state }: Report): string[] {
  const shown = results.filter(({ outcomeClass }) => outcomeClass === "notRun").length;
  const absent = Math.max(summary.classes.notRun, shown);
  const reasons = absent > 0 ? [`${formatCount(absent, "run")} did not run`] : [];
  return state === "aborted" ? [["the run was stopped", ...reasons].join(": ")] : reasons;
}

function listFailureReasons({ summary, results }: Report): string[] {
  const failed = results.filter((result) => result.failed && result.outcomeClass !== "notRun");
  if (failed.length === 0) return [];
  const infrastructure = failed.filter(({ outcomeClass }) => outcomeClass === "infrastructure").length;
  const whose = [
    ...(failed.length > infrastructure ? [`${failed.length - infrastructure} by the agent`] : []),
    ...(infrastructure > 0 ? [`${infrastructure} by the infrastructure`] : []),
  ];
  return [`${failed.length} of ${formatCount(summary.total, "pair")} failed (${whose.join(", ")})`];
}

/** Reports judges and checks separately: they are fixed in different places. */
function listUnscoredReasons(results: readonly PairResult[]): string[] {
  const unscored = results.filter(({ failed, score }) => !failed && score?.axisScore === null);
  const byCheck = unscored.filter(({ outcomeClass }) => outcomeClass === "check");
  return [byCheck, unscored.filter((result) => !byCheck.includes(result))].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const whose = group === byCheck ? ", because a check could not run" : "";
    return [
      `${formatCount(group.length, "pair")} could not be scored${whose} (${first.score?.reason ?? "no reason given"})`,
    ];
  });
}

function describeRegression({ summary, entries, verdicts }: Comparison): string {
  const tested = new Set(verdicts.filter(({ rule }) => rule !== "tolerance").map(({ agentName }) => agentName));
  const regressed = entries.filter(({ kind, agentName }) => kind === "regressed" && !tested.has(agentName));
  const parts = [
    ...verdicts.flatMap(listVerdictReasons),
    ...(regressed.length > 0 ? [`${regressed.length} regressed`] : []),
    ...(summary.failed > 0 ? [`${summary.failed} now failed`] : []),
    ...(summary.unscored > 0 ? [`${summary.unscored} can no longer be scored`] : []),
    ...(summary.gone > 0 ? [`${summary.gone} gone`] : []),
  ];
  const [worst] = regressed.toSorted((a, b) => (a.delta ?? 0) - (b.delta ?? 0));
  const example =
    worst !== undefined
      ? `; largest drop: ${worst.scenarioKey} (${worst.agentName}) from ${worst.baseline} to ${worst.current}`
      : "";
  return `compared with the baseline: ${parts.join(", ")}${example}`;
}

/** Why an agent fails by a statistical test; the tolerance rule is counted per result. */
function listVerdictReasons(verdict: AgentVerdict): string[] {
  const { agentName, rule, margin, estimate, missingShare, ok } = verdict;
  if (ok) return [];
  if (rule !== "tolerance" && verdict.verdict === "regressed")
    return [`${agentName} regressed by ${formatPoints(estimate ?? 0)} points`];
  if (rule === "non-inferior" && verdict.verdict !== "no-change")
    return [`${agentName}: a drop of ${margin} points cannot be ruled out`];
  if (verdict.byTolerance === "regressed") return [];
  return [`${agentName}: ${formatShare(missingShare ?? 0)} of the runs have no number`];
}

function listUnderReasons(results: readonly PairResult[], failUnder: number | null): string[] {
  if (failUnder === null) return [];
  const under = results.filter(({ score }) => (score?.axisScore ?? -1) < failUnder);
  if (under.length === 0) return [];
  const names = under
    .slice(0, 3)
    .map(({ scenarioKey, agentName, score }) => `${scenarioKey} (${agentName}) ${score?.axisScore ?? "–"}`);
  return [
    `${formatCount(under.length, "pair")} below ${failUnder}: ${names.join(", ")}${under.length > 3 ? ", ..." : ""}`,
  ];
}

/** `hookFailure` is the message of a failed afterAll hook. */
export function decidePlanVerdict(
  report: Report,
  { failUnder, allowedFailures }: PlanGate,
  hookFailure?: string,
): ReportVerdict {
  return decideVerdict(report, {
    failUnder,
    allowed: allowedFailures,
    comparison: report.comparison,
    hookFailure,
  });
}
