/** Reports of one result for every way its trials can end, every gate and every baseline, with the verdict that each must have. */
import type { ReportGate, ReportVerdict } from "../core/report/gate.ts";
import type { CellResult } from "../core/report/pair-result.ts";
import type { RunStatus } from "../core/report/run-status.ts";
import type { Report } from "../core/report.ts";
import { defaultWeights } from "../core/score/weights.ts";
import { scoringDocument } from "../judging/scoring/scoring-document.ts";
import { sampleFailure, sampleResult, sampleScore } from "../store/sample-result.fixture.ts";
import { baselineFrom } from "./baseline.ts";
import { buildReport } from "./build.ts";
import { compareReports } from "./compare.ts";
import { addVerdict } from "./report-verdict.ts";

const scores = { passed: 90, low: 40 } as const;

function withGoal(goal: Partial<NonNullable<CellResult["score"]>["goalAchievement"]>): CellResult {
  const score = sampleScore(scores.passed);
  return sampleResult({ score: { ...score, goalAchievement: { ...score.goalAchievement, ...goal } } });
}

const brokenCheck = { check: "it builds", weight: 1, score: 0, rationale: "exit code 1", by: "verify" as const };

/** How a run can end, with the status that verdict.md gives it. */
export const endings = {
  passed: ["passed", sampleResult({ axisScore: scores.passed })],
  "check failed": ["failed", withGoal({ criteria: [brokenCheck] })],
  "goal too low": ["failed", sampleResult({ axisScore: scores.low })],
  "gave up": ["failed", { ...sampleFailure("agent"), score: sampleScore(scores.low) }],
  infrastructure: ["error", sampleFailure("infrastructure")],
  judge: ["error", sampleResult({ axisScore: null })],
  "not run": ["not run", { ...sampleFailure("infrastructure"), outcomeClass: "notRun", file: "" }],
  "no rubric": ["unscored", withGoal({ score: null, status: "not-applicable", reason: "no rubric" })],
  "no grade": ["unscored", withGoal({ score: null, status: "unscored", reason: "no judge answered" })],
} as const satisfies Record<string, readonly [RunStatus, CellResult]>;
type Ending = keyof typeof endings;

const single = (Object.keys(endings) as Ending[]).map((ending): readonly Ending[] => [ending]);
const several: readonly (readonly Ending[])[] = [
  ["passed", "passed", "check failed"],
  ["passed", "check failed", "goal too low"],
  ["passed", "gave up"],
  ["passed", "infrastructure", "judge"],
  ["gave up", "infrastructure"],
  ["infrastructure", "judge"],
  ["passed", "not run"],
];

const gates: Readonly<Record<string, ReportGate>> = {
  most: { minPassRate: "most", failUnder: null },
  all: { minPassRate: "all", failUnder: null },
  half: { minPassRate: 0.5, failUnder: null },
  none: { minPassRate: 0, failUnder: null },
  "under 75": { minPassRate: "most", failUnder: 75 },
  "only under 75": { minPassRate: 0, failUnder: 75 },
};
const baselines = ["none", "passed", "failed"] as const;

export const verdictRows = [...single, ...several].flatMap((trials) =>
  Object.keys(gates).flatMap((gate) => baselines.map((baseline) => ({ trials, gate, baseline }))),
);
export type VerdictRow = (typeof verdictRows)[number];

function buildOne(trials: readonly Ending[], gate: ReportGate): Report {
  const results = trials.map((ending, index): CellResult => ({ ...endings[ending][1], trial: index + 1 }));
  return buildReport({
    reportId: "r",
    timestamp: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    state: trials.includes("not run") ? "aborted" : "complete",
    cells: results.map(({ scenarioKey, agentName, trial }) => ({ scenario: scenarioKey, agent: agentName, trial })),
    results,
    skipped: 0,
    scoring: scoringDocument(defaultWeights, undefined),
    gate,
  });
}

export function buildVerdictRow({ trials, gate, baseline }: VerdictRow): Report {
  const report = buildOne(trials, gates[gate] as ReportGate);
  if (baseline === "none") return addVerdict(report);
  const before = buildOne([baseline === "passed" ? "passed" : "goal too low"], gates["most"] as ReportGate);
  const saved = baselineFrom(before, { name: "main", now: "2026-01-01T00:00:00.000Z" });
  return addVerdict({ ...report, comparison: compareReports(saved.baseline, report, { baselineName: "main" }) });
}

/** The table of verdicts in docs/reports.md, written a second time. Half of the runs missing is too few to compare. */
export function expectVerdict({ trials, gate, baseline }: VerdictRow): ReportVerdict["verdict"] {
  const statuses = trials.map((ending) => endings[ending][0]);
  const count = (status: RunStatus) => statuses.filter((each) => each === status).length;
  const counted = count("passed") + count("failed");
  const numbers = trials.flatMap((ending) => {
    const [status, { score }] = endings[ending];
    return status === "passed" || status === "failed" ? [score?.axisScore ?? 0] : [];
  });
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const { minPassRate, failUnder } = gates[gate] as ReportGate;
  const share = count("passed") / counted;
  const required = minPassRate === 0 ? "most" : minPassRate;
  const meets = { most: share > 0.5, all: share === 1 }[String(required)] ?? share >= Number(required);
  const hasFailed = counted > 0 && !meets;
  const hasRegressed = baseline === "passed" && (hasFailed || scores.passed - mean > 1);
  const failsGate = minPassRate !== 0 && hasFailed && baseline !== "failed";
  const isBelow = failUnder !== null && counted > 0 && mean < failUnder;
  const uncounted = count("error") + (trials.includes("no grade") ? 1 : 0);
  if (count("not run") > 0) return "INCOMPLETE";
  if (failsGate || hasRegressed || isBelow) return "FAIL";
  if (uncounted > 0 && (counted === 0 || baseline !== "none")) return "INCOMPLETE";
  const hasGate = minPassRate !== 0 || failUnder !== null || baseline !== "none";
  return hasGate && counted > 0 ? "PASS" : "MEASURED";
}
