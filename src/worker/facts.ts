/** The facts of a run, from its detail: what its scorecard is made of. */
import type { Outcome } from "../core/outcome.ts";
import type { Plan } from "../core/plan.ts";
import type { RunDetail } from "../core/report.ts";
import type { RunFacts, RunOutcome, RunReason, StageFacts } from "../core/run-facts.ts";
import type { RunEnding } from "../core/run-row.ts";
import { cellResult } from "../report/cell-result.ts";

interface Verdict {
  readonly outcome: RunOutcome;
  readonly reason: RunReason;
  readonly counted: boolean;
}

/** Facts of a run that never got as far as having a detail. */
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

export function factsOf(runId: string, detail: RunDetail, plan?: Pick<Plan, "jobs">): RunFacts {
  void plan;
  const stages = stagesOf(detail);
  return { ...bareFacts(runId, "internal"), ...verdictOf(detail), wall_ms: wallMs(detail), stages };
}

function verdictOf({ outcome, checks }: RunDetail): Verdict {
  if (outcome.status !== "completed") return endedEarly(outcome);
  const failed = checks.some(({ status, score }) => status === "decided" && score !== 10);
  return failed
    ? { outcome: "BLOCKED", reason: "check-failed", counted: true }
    : { outcome: "COMPLETED", reason: "ok", counted: true };
}

function endedEarly(outcome: Exclude<Outcome, { status: "completed" }>): Verdict {
  if (outcome.status === "stopped") {
    if (outcome.by === "user") return { outcome: "FAILED", reason: "cancelled", counted: false };
    if (outcome.by === "failures" || outcome.scope === "run")
      return { outcome: "FAILED", reason: "budget", counted: false };
    return { outcome: "FAILED", reason: outcome.by === "time" ? "time-limit" : "token-limit", counted: true };
  }
  switch (outcome.code) {
    case "setup":
      return { outcome: "FAILED", reason: "setup-failed", counted: false };
    case "spawn":
    case "auth":
      return { outcome: "FAILED", reason: "agent-missing", counted: false };
    case "internal":
    case "network":
    case "rate-limit":
      return { outcome: "FAILED", reason: "internal", counted: false };
    default:
      return { outcome: "FAILED", reason: "agent-failed", counted: true };
  }
}

function stagesOf({ outcome, checks, judge }: RunDetail): StageFacts[] {
  if (outcome.status === "failed" && ["setup", "spawn", "internal"].includes(outcome.code)) return [];
  const once = { counts: true, executions: 1, repair_loops: 0 };
  const agent = outcome.status === "completed";
  return [
    { kind: "agent", name: "agent", ...once, first_passed: agent, passed: agent },
    ...checks
      .filter(({ status }) => status === "decided")
      .map(({ index, score }): StageFacts => {
        const passed = score === 10;
        return { kind: "check", name: checkName(judge, index), ...once, first_passed: passed, passed };
      }),
  ];
}

/** Unique within the run, as the table wants it. */
function checkName(judge: RunDetail["judge"], index: number): string {
  const text = Array.isArray(judge) ? judge[index]?.check : undefined;
  return `${index + 1}. ${(text ?? "check").slice(0, 200)}`;
}

function wallMs({ durationMs }: RunDetail): number | null {
  return durationMs === null ? null : Math.max(1, Math.round(durationMs));
}

/** What is stored with the ending. */
export function endingOf(runId: string, detail: RunDetail): RunEnding {
  const axisScore = detail.score?.axisScore ?? null;
  const micros = Math.round((detail.totalCostUsd ?? Number.NaN) * 1_000_000);
  return {
    cost_micros: Number.isSafeInteger(micros) && micros >= 0 ? micros : null,
    tokens: detail.tokenUsage ?? null,
    axis_result: axisScore === null ? null : Math.round(axisScore),
    result_doc: cellResult({ ...detail, runId }),
  };
}
