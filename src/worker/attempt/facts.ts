/** What the row of a run is told when it ends: facts, stages and figures, taken from its detail. */
import type { GateExecution } from "../../core/scenario/gate.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { RunFacts, RunReason, StageFacts } from "../../core/run/run-facts.ts";
import { withoutRows } from "../../core/run/run-lists.ts";
import type { RunEnding } from "../../core/run/run-row.ts";
import type { RunStage } from "../../core/run/run-stage.ts";
import { cellResult } from "../../report/cell-result.ts";

/** Facts of a run that never got as far as having any. */
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

/** The detail under the id it was asked for by; its processes were marked by one of the attempt alone. */
export function detailOf(runId: string, made: RunDetail): RunDetail {
  // Its card was made against the pace of this machine; the one that counts is made where it is stored.
  const { scorecard: _card, scoredAt: _moment, ...detail } = made;
  return { ...detail, runId, facts: factsOf(runId, made) };
}

export function factsOf(runId: string, { facts }: RunDetail): RunFacts {
  return facts === undefined ? bareFacts(runId, "internal") : { ...facts, run_id: runId };
}

/** Stages in their order, gates with every execution. */
export function stagesOf(stages: readonly StageFacts[], gates: readonly GateExecution[]): RunStage[] {
  return stages.map((stage, position) => ({
    ...stage,
    position,
    runs: gates
      .filter(({ gate }) => stage.kind === "gate" && gate === stage.name)
      .map(({ gate: _gate, log: _log, ...execution }) => execution),
  }));
}

export function endingOf(detail: RunDetail): RunEnding {
  const axisScore = detail.score?.axisScore ?? null;
  const micros = Math.round((detail.totalCostUsd ?? Number.NaN) * 1_000_000);
  return {
    cost_micros: Number.isSafeInteger(micros) && micros >= 0 ? micros : null,
    tokens: detail.tokenUsage ?? null,
    changed_files: detail.changedFiles ?? null,
    repair_loops: (detail.turns ?? []).filter(({ repairs }) => repairs !== null).length,
    axis_result: axisScore === null ? null : Math.round(axisScore),
    // Its audits are as long as the run, and stand in the stored detail.
    result_doc: cellResult(withoutRows(detail)),
  };
}
