import { expect, test } from "vitest";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { RunStep } from "../../core/run/run-step.ts";
import { sampleCard, sampleCompetition, sampleFacts, sampleUlid } from "../../store/sql/suite/samples.fixture.ts";
import { sampleReport } from "../../testing/store-samples.ts";
import { createTelemetryListener } from "./listener.ts";
import type { PosthogEvent } from "./scored-run.ts";
import type { TracedRun } from "./traced-run.ts";

const runId = "run_01JQ7K3V5ZJ9X2M4N6P8R0S1T2";
const cell = { scenario: "cms/create", agent: "echo", trial: 1 };
const result = {
  runId,
  scenarioKey: "cms/create",
  agentName: "echo",
  agentConfig: { agent: "command", model: "small" },
  outcome: { status: "completed" },
  tokenUsage: { input: 3, output: 4 },
  totalCostUsd: 0.5,
  score: { axisScore: 80 },
  scorecard: sampleCard(sampleFacts(runId), null),
} as unknown as CellResult;

/** A listener with a clock that the test moves, and what it told. */
function listen() {
  const traced: TracedRun[] = [];
  const sent: PosthogEvent[] = [];
  const clock = { ms: 0 };
  const done = () => Promise.resolve();
  const begin = () => ({ traceparent: "", end: () => {} });
  const onEvent = createTelemetryListener(
    {
      posthog: { send: (event) => void sent.push(event), [Symbol.asyncDispose]: done },
      tracing: { export: (run) => void traced.push(run), begin, [Symbol.asyncDispose]: done },
      [Symbol.asyncDispose]: done,
    },
    { workspace: "shop", traceparent: null, competition: "cmp_1", now: () => new Date(clock.ms) },
  );
  return { traced, sent, clock, onEvent };
}

const steps: readonly RunStep[] = [
  { kind: "setup", startMs: 1_000, endMs: 2_000, ok: true },
  { kind: "agent.turn", startMs: 2_000, endMs: 4_000, ok: true, turn: 0 },
  { kind: "gate", startMs: 4_000, endMs: 5_000, ok: false, turn: 0, gate: { name: "test", execution: 1, exitCode: 1 } },
  { kind: "agent.turn", startMs: 5_000, endMs: 7_000, ok: true, turn: 1 },
  { kind: "scorecard", startMs: 8_000, endMs: 8_001, ok: true },
];

test("a run is told with its steps, and its event with the moment of its card", () => {
  const { traced, sent, clock, onEvent } = listen();
  for (const step of steps) onEvent({ type: "run-step", cell, runId, step });
  clock.ms = 10_000;
  onEvent({ type: "result-end", cell, result });
  expect(traced).toMatchObject([{ runId, startMs: 1_000, endMs: 10_000, inputTokens: 3, outcome: "COMPLETED", steps }]);
  expect(sent).toMatchObject([
    {
      distinct_id: "axis:shop",
      timestamp: "1970-01-01T00:00:08.001Z",
      properties: { run_id: runId, cost_micros: 500_000, repair_loops: 1, competition_id: "cmp_1" },
    },
  ]);
});

test("of several attempts at a cell the last is told, with its own steps", () => {
  const { traced, onEvent } = listen();
  for (const step of steps) onEvent({ type: "run-step", cell, runId: "run_01JQ7K3V5ZJ9X2M4N6P8R0S1T1", step });
  const [setup, ...others] = steps.map((step) => ({ ...step, startMs: step.startMs + 100_000 }));
  for (const step of [setup, ...others]) if (step) onEvent({ type: "run-step", cell, runId, step });
  onEvent({ type: "result-end", cell, result });
  expect(traced).toMatchObject([{ runId, startMs: 101_000, steps: [setup, ...others] }]);
});

test("a run that was scored before, or elsewhere, is not told again", () => {
  const { traced, sent, onEvent } = listen();
  onEvent({ type: "run-step", cell, runId, step: { kind: "judge", startMs: 1, endMs: 2, ok: true } });
  onEvent({ type: "result-end", cell, result });
  expect([traced, sent]).toEqual([[], []]);
});

test("a run without a card is not told to have been scored", () => {
  const { sent, onEvent } = listen();
  const { scorecard: _, ...unscored } = result;
  for (const step of steps) onEvent({ type: "run-step", cell, runId, step });
  onEvent({ type: "result-end", cell, result: unscored as CellResult });
  expect(sent).toEqual([]);
});

test("a finished competition is told once, with names and numbers alone; an interrupted one is not", () => {
  const { sent, onEvent } = listen();
  const id = `cmp_${sampleUlid(5)}`;
  const report = { ...sampleReport("r", "2026-03-04T05:06:07.000Z"), competition: sampleCompetition(id, runId) };
  onEvent({ type: "report-end", report: { ...report, state: "aborted" }, folder: "" });
  onEvent({ type: "report-end", report: sampleReport("r"), folder: "" });
  onEvent({ type: "report-end", report, folder: "" });
  expect(sent).toEqual([
    {
      event: "agent.competition.finished",
      distinct_id: "axis:shop",
      timestamp: "2026-03-04T05:06:07.005Z",
      uuid: "00000000-0000-0000-0000-000000000005",
      properties: {
        $process_person_profile: false,
        competition_id: id,
        workspace_id: "shop",
        scenarios: 0,
        agents: ["careful", "quick"],
        runs: 2,
        passed: 1,
        rank: "scorecard",
        winner: "careful",
        verdict: "TOO CLOSE",
        cost_micros: 500_000,
        finished_at: "2026-03-04T05:06:07.005Z",
      },
    },
  ]);
});
