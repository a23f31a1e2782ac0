/** Describes a report for lists: verdict, numbers, and what to fix. */
import { rankAgents } from "../core/report/agent-ranking.ts";
import { listTrialStatuses } from "../core/report/complete-report.ts";
import type { Fix } from "../core/report/fix.ts";
import type { HeadAgent, HeadFix, ReportHead } from "../core/report/report-head.ts";
import { isCounted } from "../core/report/run-status.ts";
import type { Report } from "../core/report.ts";
import { mean } from "../statistics/mean.ts";
import { clipInterval } from "./trials/clip-interval.ts";
import { describeOutcome } from "./competition/competition-words.ts";
import { decideVerdict } from "./report-verdict.ts";

/** Enough for every list; the report itself has all. */
const maxFixes = 40;

export function describeReportHead(report: Report): ReportHead {
  const { state, results, summary, budget, fixes, revision, competition } = report;
  return {
    state,
    verdict: pickVerdict(report),
    ...(competition && { competition: describeOutcome(competition) }),
    axisResult: mean(results.flatMap(({ means }) => means.axisScore ?? [])),
    interval: pickInterval(report),
    statuses: summary.statuses,
    scenarios: new Set(results.map(({ scenarioKey }) => scenarioKey)).size,
    agents: describeAgents(report),
    ...sumCosts(report),
    budgetUsd: budget?.costUsd ?? null,
    durationMs: report.durationMs,
    fixes: (fixes ?? []).slice(0, maxFixes).map(describeFix),
    fixCount: fixes?.length ?? null,
    revision: revision ?? null,
    isScripted: report.scripted === true,
    rescoredFrom: report.rescoredFrom ?? null,
  };
}

function pickVerdict(report: Report): ReportHead["verdict"] {
  if (report.state === "running") return null;
  const { verdict, sentence } = report.verdict ?? decideVerdict(report);
  return { verdict, sentence };
}

function pickInterval({ standings }: Report): ReportHead["interval"] {
  if (!standings?.interval) return null;
  const { lower, upper, scope } = standings.interval;
  return { lower, upper, scope };
}

function describeAgents({ results, statistics = [] }: Report): HeadAgent[] {
  return rankAgents(results).map(({ agentName, axisResult }) => {
    const own = results.filter((result) => result.agentName === agentName);
    const counted = own.flatMap(listTrialStatuses).filter(isCounted);
    const bounds = clipInterval(
      axisResult,
      statistics.find((each) => each.agentName === agentName),
    );
    return {
      name: agentName,
      axisResult,
      lower: bounds?.lower ?? null,
      upper: bounds?.upper ?? null,
      passed: counted.filter((status) => status === "passed").length,
      counted: counted.length,
    };
  });
}

function describeFix({ runs, ...fix }: Fix): HeadFix {
  const { id, kind, area, target, targetType, symptom, title, points, scenarios, workedLater } = fix;
  return {
    id,
    kind,
    area,
    target,
    targetType,
    symptom,
    title,
    points,
    scenarios,
    workedLater,
    runs: runs.length,
    failed: runs.filter(({ status }) => status === "failed").length,
    agents: [...new Set(runs.map(({ agentName }) => agentName))],
  };
}

/** Runs that never started cost nothing; of every other one the cost must be known. */
function sumCosts({ results, summary }: Report): Pick<ReportHead, "costUsd" | "knownCostUsd"> {
  const runs = results.flatMap(({ trials, status, totalCostUsd }) =>
    (trials ?? [{ status, costUsd: totalCostUsd }]).flatMap((trial) =>
      trial.status === "not run" ? [] : [trial.costUsd ?? null],
    ),
  );
  const costs = summary.judging === undefined ? runs : [...runs, summary.judging.costUsd];
  const knownCostUsd = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  return { costUsd: costs.includes(null) ? null : knownCostUsd, knownCostUsd };
}
