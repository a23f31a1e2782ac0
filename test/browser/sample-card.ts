/** A run with gates, a repair turn and the scorecard that follows from them. */
import type { GateExecution } from "../../src/core/scenario/gate.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import type { RunFacts, StageFacts } from "../../src/core/run/run-facts.ts";
import { scoreRun } from "../../src/judging/scorecard/score-run.ts";

const passed = { counts: true, executions: 1, first_passed: true, passed: true, repair_loops: 0 } as const;
const stages: readonly StageFacts[] = [
  { ...passed, kind: "setup", name: "setup", counts: false },
  { ...passed, kind: "agent", name: "agent" },
  { ...passed, kind: "gate", name: "unit-tests", executions: 2, first_passed: false, repair_loops: 1 },
  { ...passed, kind: "gate", name: "lint" },
];

/** Computed by the scorecard itself, without earlier runs: so it is provisional. */
export function carded(detail: RunDetail, texts: { readonly tail?: string } = {}): RunDetail {
  const facts: RunFacts = {
    run_id: detail.runId,
    outcome: "COMPLETED",
    reason: "ok",
    counted: true,
    feeds_baseline: true,
    wall_ms: 61_000,
    stages: [...stages],
    usage: {
      source: "cgroup2",
      peak_bytes: 430_000_000,
      limit_bytes: 4_294_967_296,
      throttled_ms: 500,
      agent_ms: 50_000,
    },
    baseline_scope: "workspace",
    weights: null,
  };
  const execution: GateExecution = {
    gate: "unit-tests",
    execution: 1,
    turn: 0,
    passed: false,
    exit_code: 1,
    ended_by: "exit",
    wall_ms: 2300,
    tree_id: null,
    output_tail: texts.tail ?? "expected 3, got 2",
  };
  return {
    ...detail,
    facts,
    scorecard: scoreRun(facts, null, null),
    gates: [
      execution,
      { ...execution, execution: 2, turn: 1, passed: true, exit_code: 0, output_tail: "" },
      { ...execution, gate: "lint", turn: 1, passed: true, exit_code: 0, output_tail: "0 warnings" },
    ],
    turns: [
      { turn: 0, start: "task", repairs: null, status: "completed", durationMs: 41_000 },
      { turn: 1, start: "resumed", repairs: "unit-tests", status: "completed", durationMs: 9000 },
    ],
    changedFiles: 4,
  };
}
