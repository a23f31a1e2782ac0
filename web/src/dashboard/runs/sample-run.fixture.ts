/** A row of the list, for tests. */
import type { RunSummary } from "../api/answers.ts";

export function sampleRun(number: number, parts: Partial<RunSummary> = {}): RunSummary {
  return {
    id: `run_${String(number).padStart(3, "0")}`,
    workspace: "shop",
    scenario: "cms/create",
    agent: "echo",
    model: null,
    trial: 1,
    report_id: null,
    competition_id: null,
    status: "queued",
    run_status: "queued",
    outcome: null,
    reason: null,
    why: null,
    counted: true,
    attempt: 0,
    queued_at: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
    started_at: null,
    finished_at: null,
    wall_ms: null,
    cost_micros: null,
    axis_result: null,
    repair_loops: 0,
    score: null,
    tier: "Unranked",
    ...parts,
  };
}
