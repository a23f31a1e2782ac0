/** Builds the run line from the detail of a run. */
import type { RunDetail } from "../report/run-detail.ts";
import type { RunLine } from "./run-line.ts";

/** Undefined if the run has no scorecard, as in older reports, or if its time is unknown. */
export function toRunLine(detail: RunDetail, reportId: string): RunLine | undefined {
  const { facts, scorecard, scoredAt } = detail;
  const scored_at = scoredAt ?? detail.output.metadata.endTime;
  if (facts === undefined || scorecard === undefined || scored_at === null) return undefined;
  return {
    run_id: detail.runId,
    report_id: reportId,
    file: detail.file,
    scenario_key: detail.scenarioKey,
    agent: detail.agentName,
    outcome: facts.outcome,
    counted: facts.counted,
    feeds_baseline: facts.feeds_baseline,
    wall_ms: facts.wall_ms,
    score: scorecard.score,
    tier: scorecard.tier,
    scored_at,
  };
}
