/** A report of a list, for tests. */
import type { ReportEntry } from "../api/answers.ts";

export function sampleEntry(parts: Partial<ReportEntry> = {}): ReportEntry {
  return {
    id: "2026-11-16-090200",
    workspace: "acme-pay",
    title: null,
    summary: {},
    created_at: "2026-11-16T09:02:00.000Z",
    state: "complete",
    verdict: "FAIL",
    sentence: "6 of 36 results failed: flash-agent 6",
    competition: null,
    axis_result: 91.2,
    interval: { lower: 89.9, upper: 92.5, scope: "suite" },
    run_statuses: { passed: 82, failed: 25, error: 1, "not run": 0, unscored: 0 },
    result_statuses: { passed: 30, failed: 6, error: 0, "not run": 0, unscored: 0 },
    scenarios: 12,
    agents: [],
    cost_micros: 15_540_000,
    known_cost_micros: 15_540_000,
    budget_micros: null,
    duration_ms: 60_000,
    fix_count: 8,
    revision: null,
    scripted: false,
    rescored_from: null,
    ...parts,
  };
}
