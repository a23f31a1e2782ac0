import { expect, test } from "vitest";
import type { Interaction, RunStats } from "../../../src/core/interaction.ts";
import type { GateExecution } from "../../../src/core/scenario/gate.ts";
import { computeTimeLanes, thinOut, type TimeLanes } from "./time-lanes.ts";

const step = (id: number, overrides: Partial<Interaction> = {}): Interaction => ({
  id,
  kind: "tool",
  categories: ["environment"],
  toolName: "shell",
  entryIndices: [],
  sparseLine: "",
  hasError: false,
  startMs: id * 10,
  durationMs: 10,
  contextBytes: 0,
  content: "",
  ...overrides,
});
const stats: RunStats = {
  totalInteractions: 0,
  byCategory: { environment: 0, service: 0, agent: 0 },
  totalErrors: 0,
  totalDurationMs: 0,
  wallClockMs: 100,
  toolNames: {},
  domains: [],
};
const gate = (name: string, overrides: Partial<GateExecution> = {}): GateExecution => ({
  gate: name,
  execution: 1,
  turn: 0,
  passed: true,
  exit_code: 0,
  ended_by: "exit",
  wall_ms: 20,
  tree_id: null,
  output_tail: "",
  ...overrides,
});

const blocksOf = (times: TimeLanes | null) =>
  Object.fromEntries(
    (times?.lanes ?? []).map(({ name, blocks }) => [name, blocks.map((b) => [b.startMs, b.durationMs])]),
  );

test("the model works while no call is open, also where calls overlap", () => {
  const interactions = [
    step(1, { startMs: 10, durationMs: 30 }),
    step(2, { startMs: 20, durationMs: 10, categories: ["service"] }),
    step(3, { startMs: 60, durationMs: 20, categories: ["environment", "service"] }),
  ];
  const times = computeTimeLanes({ interactions, stats });
  expect(blocksOf(times)).toEqual({
    Model: [
      [0, 10],
      [40, 20],
      [80, 20],
    ],
    Environment: [[10, 30]],
    Service: [
      [20, 10],
      [60, 20],
    ],
  });
  expect(times?.lanes.map(({ durationMs }) => durationMs)).toEqual([50, 30, 30]);
});

test("a call without a duration has no length and is counted; one without a time has no block", () => {
  const times = computeTimeLanes({ interactions: [step(1, { durationMs: null }), step(2, { startMs: null })], stats });
  expect(blocksOf(times)["Environment"]).toEqual([[10, 0]]);
  expect(times?.unknown).toBe(1);
});

test("gates follow the turn that they check", () => {
  const gates = [gate("unit", { passed: false }), gate("unit", { turn: 1 }), gate("lint", { turn: 1 })];
  const turns = [
    { turn: 0, start: "task", repairs: null, status: "completed", durationMs: 50 },
    { turn: 1, start: "resumed", repairs: "unit", status: "completed", durationMs: 30 },
  ] as const;
  expect(blocksOf(computeTimeLanes({ interactions: [], stats, gates, turns }))["Gates"]).toEqual([
    [50, 20],
    [100, 20],
    [120, 20],
  ]);
  expect(blocksOf(computeTimeLanes({ interactions: [], stats, gates: [gate("unit")] }))["Gates"]).toEqual([[100, 20]]);
});

test("where no time is known there are no lanes", () => {
  const unknown = { ...stats, wallClockMs: null };
  expect(computeTimeLanes({ interactions: [step(1, { startMs: null })], stats: unknown })).toBeNull();
});

test("of blocks that fall together the longest is kept, and a failed one beside it", () => {
  const interactions = [
    step(1, { startMs: 0, durationMs: 1 }),
    step(2, { startMs: 1, durationMs: 50 }),
    step(3, { startMs: 2, hasError: true }),
  ];
  const [, lane] = computeTimeLanes({ interactions, stats: { ...stats, wallClockMs: 1000 } })!.lanes;
  expect(thinOut(lane!.blocks, 1000, 10).map(({ interaction }) => interaction?.id)).toEqual([2, 3]);
});
