/** Decides the verdict of a report: exactly one word, with the facts behind it as a sentence. */
import { formatCount } from "../core/format-count.ts";
import type { Comparison } from "../core/report/comparison.ts";
import type { ReportGate, ReportVerdict } from "../core/report/gate.ts";
import type { Report } from "../core/report.ts";
import { roundHalfUp } from "../core/score/rounding.ts";
import { type GatedResult, gateResults, type GateOptions, isUncounted, resolveGate } from "./gate-results.ts";
import { listRegressionReasons, listSparseReasons, nameBaseline } from "./text/describe-comparison.ts";
import { formatShard, listMissingShards } from "./text/render-shards.ts";

/** The first that applies: runs are missing, the gate does not hold, results have no counted run, no gate, pass. */
export function decideVerdict(report: Report, options: GateOptions = {}): ReportVerdict {
  const gated = gateResults(report, options);
  const gate = resolveGate(report, options);
  const comparison = options.comparison ?? report.comparison;
  const missing = listMissing(report);
  const rejected = listRejections(report, gated, { gate, comparison, hookFailure: options.hookFailure });
  if (missing.length > 0) return toVerdict("INCOMPLETE", [...missing, ...rejected]);
  if (rejected.length > 0) return toVerdict("FAIL", rejected);
  const uncounted = gated.filter(isUncounted);
  if (uncounted.length > 0) return toVerdict("INCOMPLETE", [describeUncounted(gated, uncounted)]);
  const sparse = describeCompared(comparison, listSparseReasons);
  if (sparse.length > 0) return toVerdict("INCOMPLETE", sparse);
  const hasGate = gate.minPassRate !== 0 || gate.failUnder !== null || comparison !== undefined;
  const measured = !hasGate || !gated.some(({ status }) => status === "passed" || status === "failed");
  return measured
    ? toVerdict("MEASURED", [describeMeasured(report, gated)])
    : toVerdict("PASS", [describePasses(gated)]);
}

/** The report with its verdict, to be stored. */
export function addVerdict(report: Report, options: GateOptions = {}): Report {
  return { ...report, verdict: decideVerdict(report, options) };
}

function toVerdict(verdict: ReportVerdict["verdict"], facts: readonly string[]): ReportVerdict {
  const ok = verdict === "PASS" || verdict === "MEASURED";
  return { verdict, ok, sentence: facts.join("; "), reasons: ok ? [] : facts };
}

/** Planned runs that did not take place, and scenarios that were left out of the plan. */
function listMissing(report: Report): string[] {
  const { runs } = report.summary.statuses;
  const planned = Object.values(runs).reduce((sum, count) => sum + count, 0);
  const finished = planned - runs["not run"];
  const { leftOut = [] } = report;
  const files = leftOut.length === 0 ? [] : [`${formatCount(leftOut.length, "broken scenario file")} left out`];
  if (finished === planned && report.state === "complete") return files;
  return [
    `${finished} of ${formatCount(planned, "run")} finished${formatStatuses(runs)}`,
    ...(report.shards === undefined ? [] : listMissingShards(report.shards)),
    ...files,
  ];
}

const finishedWords = ["passed", "failed", "error", "unscored"] as const;

function formatStatuses(counts: Report["summary"]["statuses"]["runs"]): string {
  const parts = finishedWords.flatMap((word) => (counts[word] === 0 ? [] : [`${counts[word]} ${word}`]));
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

interface RejectionView {
  readonly gate: ReportGate;
  readonly comparison: Comparison | undefined;
  readonly hookFailure: string | undefined;
}

/** What the gate objects to, most important first. */
function listRejections(
  report: Report,
  gated: readonly GatedResult[],
  { gate, comparison, hookFailure }: RejectionView,
): string[] {
  const { total } = report.summary;
  const failed = gated.filter(({ objection }) => objection === "failed");
  const below = gated.filter(({ objection }) => objection === "below-gate");
  return [
    ...(failed.length === 0
      ? []
      : [`${failed.length} of ${formatCount(total, "result")} failed: ${countByAgent(failed)}`]),
    ...describeCompared(comparison, listRegressionReasons),
    ...(below.length === 0 ? [] : [describeBelow(below, gate.failUnder ?? 0)]),
    ...(hookFailure === undefined ? [] : [`afterAll failed: ${hookFailure}`]),
  ];
}

/** The agent with the most first. */
function countByAgent(gated: readonly GatedResult[]): string {
  const counts = new Map<string, number>();
  for (const { result } of gated) counts.set(result.agentName, (counts.get(result.agentName) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([agent, count]) => `${agent} ${count}`).join(", ");
}

function describeBelow(below: readonly GatedResult[], failUnder: number): string {
  const names = below.slice(0, 3).map(({ result }) => {
    const { axisScore } = result.means;
    return `${result.scenarioKey} (${result.agentName}) ${axisScore === null ? "–" : roundHalfUp(axisScore)}`;
  });
  const more = below.length > 3 ? ` and ${below.length - 3} more` : "";
  const verb = below.length === 1 ? "is" : "are";
  return `${formatCount(below.length, "result")} ${verb} below ${failUnder}: ${names.join(", ")}${more}`;
}

/** One sentence with all that was found about the comparison, if anything was. */
function describeCompared(
  comparison: Comparison | undefined,
  listReasons: (comparison: Comparison) => readonly string[],
): string[] {
  if (comparison === undefined) return [];
  const reasons = listReasons(comparison);
  return reasons.length === 0 ? [] : [`compared with ${nameBaseline(comparison)}: ${reasons.join("; ")}`];
}

function describeUncounted(gated: readonly GatedResult[], uncounted: readonly GatedResult[]): string {
  const passed = gated.filter(({ status }) => status === "passed").length;
  const reasons = new Set(uncounted.map(({ result }) => result.why ?? result.error ?? "no reason was recorded"));
  const [first = ""] = reasons;
  const why = reasons.size > 1 ? `${first}; and ${formatCount(reasons.size - 1, "other reason")}` : first;
  return `${passed} of ${gated.length} passed, ${uncounted.length} could not be scored (${why})`;
}

function describeMeasured({ scoring, summary, shard }: Report, gated: readonly GatedResult[]): string {
  if (shard !== undefined && gated.length === 0) return `there are no results in ${formatShard(shard)}`;
  const { runs } = summary.statuses;
  if (scoring === undefined) return `${formatCount(runs.unscored, "run")} recorded, nothing was scored`;
  const of = (status: GatedResult["status"]) => gated.filter((each) => each.status === status).length;
  if (gated.length > 0 && of("unscored") === gated.length)
    return `${formatCount(gated.length, "result")} without a rubric, so nothing decides whether ${gated.length === 1 ? "it" : "they"} passed`;
  const parts = finishedWords.flatMap((word) => (of(word) === 0 ? [] : [`${of(word)} ${word}`]));
  return `no gate applies to ${formatCount(gated.length, "result")}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}

/** The passes, and what was excused. */
function describePasses(gated: readonly GatedResult[]): string {
  const of = (test: (each: GatedResult) => boolean) => gated.filter(test).length;
  const before = of(({ excuse }) => excuse === "baseline");
  const allowed = of(({ excuse }) => excuse === "allowed");
  const unrequired = of(({ excuse }) => excuse === "no-gate");
  const unscored = of(({ status }) => status === "unscored");
  return [
    `${of(({ status }) => status === "passed")} of ${formatCount(gated.length, "result")} passed`,
    ...(before === 0 ? [] : [`${before} failed as in the baseline`]),
    ...(allowed === 0 ? [] : [`${allowed} did not, which settings.allowed_failures permits`]),
    ...(unrequired === 0 ? [] : [`${unrequired} failed, which --min-pass-rate 0 permits`]),
    ...(unscored === 0 ? [] : [`${unscored} ${unscored === 1 ? "has" : "have"} no rubric`]),
  ].join("; ");
}
