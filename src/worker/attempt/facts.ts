/** The values written to a run's row when it ends: facts, stages and figures from its detail. */
import type { GateExecution } from "../../core/scenario/gate.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { pickDimensions } from "../../core/report/baseline.ts";
import { readStatus } from "../../core/report/failure-reason.ts";
import type { RunFacts, RunReason, StageFacts } from "../../core/run/run-facts.ts";
import { stripRows } from "../../core/run/run-lists.ts";
import type { RunEnding } from "../../core/run/run-row.ts";
import type { RunStage } from "../../core/run/run-stage.ts";
import { toCellResult } from "../../report/cell-result.ts";

/** The facts of a run that ended before it produced any. */
export function bareFacts(runId: string, reason: RunReason): RunFacts {
  return {
    run_id: runId,
    outcome: "FAILED",
    reason,
    counted: false,
    feeds_baseline: true,
    wall_ms: null,
    stages: [],
    usage: null,
    baseline_scope: "workspace",
    weights: null,
  };
}

/** The detail under the requested run id. During the attempt, its processes were marked with a temporary id. */
export function toStoredDetail(runId: string, made: RunDetail): RunDetail {
  // This scorecard used the usual time of this machine; the final one is computed when the run is stored.
  const { scorecard: _card, scoredAt: _moment, ...detail } = made;
  return { ...detail, runId, facts: toRowFacts(runId, made) };
}

export function toRowFacts(runId: string, { facts }: RunDetail): RunFacts {
  return facts === undefined ? bareFacts(runId, "internal") : { ...facts, run_id: runId };
}

/** Stages in their order, gates with every execution. */
export function toRunStages(stages: readonly StageFacts[], gates: readonly GateExecution[]): RunStage[] {
  return stages.map((stage, position) => ({
    ...stage,
    position,
    runs: gates
      .filter(({ gate }) => stage.kind === "gate" && gate === stage.name)
      .map(({ gate: _gate, log: _log, ...execution }) => execution),
  }));
}

export function toRunEnding(detail: RunDetail): RunEnding {
  const axisScore = detail.score?.axisScore ?? null;
  const { status, why } = readStatus(detail);
  const micros = Math.round((detail.totalCostUsd ?? Number.NaN) * 1_000_000);
  return {
    cost_micros: Number.isSafeInteger(micros) && micros >= 0 ? micros : null,
    tokens: detail.tokenUsage ?? null,
    changed_files: detail.changedFiles ?? null,
    repair_loops: (detail.turns ?? []).filter(({ repairs }) => repairs !== null).length,
    axis_result: axisScore === null ? null : Math.round(axisScore),
    run_status: status,
    why: why ?? null,
    dimensions: detail.score === undefined ? null : pickDimensions(detail.score),
    // Audits can be as long as the run itself, and the stored detail has them.
    result_doc: toCellResult(stripRows(detail)),
  };
}
