import { expect, test } from "vitest";
import type { RunScorecard } from "../../core/run/run-scorecard.ts";
import { plainPaint } from "./format.ts";
import { gateLines, scorecardLines } from "./render-scorecard.ts";

const card: RunScorecard = {
  run_id: "run_1",
  score: 62,
  tier: "Silver",
  formula_version: "2",
  axes: {
    completion: { score: 30, defaulted: false, why: null, inputs: { outcome: "BLOCKED", reason: "gate-exhausted" } },
    error_rate: { score: 67, defaulted: false, why: null, inputs: { passed_first: 2, executed: 3 } },
    latency: {
      score: 50,
      defaulted: true,
      why: "few-samples",
      inputs: { wall_ms: 1500, p50_ms: 1000, samples: 4, scope: "workspace", frozen: false, run_ids: [] },
    },
    resource_efficiency: {
      score: 84,
      defaulted: false,
      why: null,
      inputs: {
        source: "proc",
        peak_bytes: 52428800,
        limit_bytes: 4294967296,
        throttled_ms: null,
        agent_ms: 1400,
        parts: { memory: { defaulted: false }, cpu: { defaulted: true } },
      },
    },
  },
  weights: { completion: 4000, error_rate: 3000, latency: 2000, resource_efficiency: 1000 },
  weights_source: "default",
  weighted_sum: 620000,
  provisional: true,
  counted: false,
};

test("every axis says what it was computed from, or why it counts 50", () => {
  expect(scorecardLines(card, plainPaint)).toEqual([
    "Scorecard 62 Silver BLOCKED (gate-exhausted, not counted, an axis counts 50 because something was not measured)",
    "  Completion 30 (weight 0.4)  BLOCKED",
    "  First-time success 67 (weight 0.3)  2 of 3 stages passed the first time",
    "  Speed 50 (weight 0.2)  50 by default: there are fewer than 5 earlier runs to compare with",
    "  Resource efficiency 84 (weight 0.1)  peak 50 MB of 4096 MB, throttling unknown in 1.4s (proc)",
  ]);
});

test("gates show every execution, and how the agent was asked to repair", () => {
  const run = { gate: "test", turn: 0, wall_ms: 20, tree_id: null, output_tail: "" };
  const lines = gateLines(
    {
      gates: [
        { ...run, execution: 1, passed: false, exit_code: 124, ended_by: "timeout" },
        { ...run, execution: 2, turn: 1, passed: true, exit_code: 0, ended_by: "exit" },
      ],
      turns: [
        { turn: 0, start: "task", repairs: null, status: "completed", durationMs: 1 },
        { turn: 1, start: "resumed", repairs: "test", status: "completed", durationMs: 1 },
      ],
    },
    plainPaint,
  );
  expect(lines).toEqual([
    "Gates",
    "  test #1 after turn 0: failed, timeout (exit code 124), 20ms",
    "  test #2 after turn 1: passed, 20ms",
    "  turn 1 continued the agent's session to repair test: completed",
  ]);
  expect(gateLines({}, plainPaint)).toEqual([]);
});
