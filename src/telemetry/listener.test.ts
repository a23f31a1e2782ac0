import { expect, test } from "vitest";
import type { CellResult } from "../core/report.ts";
import { sampleCard, sampleFacts } from "../testing/sql/samples.ts";
import { telemetryListener } from "./listener.ts";
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
  const onEvent = telemetryListener(
    {
      posthog: { send: (event) => void sent.push(event), [Symbol.asyncDispose]: done },
      tracing: { export: (run) => void traced.push(run), [Symbol.asyncDispose]: done },
      [Symbol.asyncDispose]: done,
    },
    { workspace: "shop", now: () => new Date(clock.ms) },
  );
  return { traced, sent, clock, onEvent };
}

test("a run is told with the times at which its states were heard", () => {
  const { traced, sent, clock, onEvent } = listen();
  for (const [ms, state] of [
    [1_000, "setup"],
    [2_000, "starting"],
    [3_000, "running"],
  ] as const) {
    clock.ms = ms;
    onEvent({ type: "run-state", cell, state });
  }
  clock.ms = 9_000;
  onEvent({ type: "run-end", cell, outcome: result.outcome, durationMs: 6_000 });
  onEvent({ type: "run-state", cell, state: "scoring" });
  clock.ms = 10_000;
  onEvent({ type: "run-state", cell, state: "teardown" });
  onEvent({ type: "result-end", cell, result });
  expect(traced[0]).toMatchObject({ runId, startMs: 1_000, endMs: 10_000, inputTokens: 3, outcome: "COMPLETED" });
  expect(traced[0]?.steps).toEqual([
    { kind: "setup", startMs: 1_000, endMs: 2_000, ok: true },
    { kind: "agent.turn", startMs: 2_000, endMs: 9_000, ok: true, turn: 0 },
    { kind: "judge", startMs: 9_000, endMs: 10_000, ok: true },
  ]);
  expect(sent[0]).toMatchObject({ distinct_id: "axis:shop", properties: { run_id: runId, cost_micros: 500_000 } });
});

test("a run taken over from before has no times, so it has no spans", () => {
  const { traced, onEvent } = listen();
  onEvent({ type: "result-end", cell, result });
  expect(traced).toEqual([]);
});

test("a run without a card is not told to have been scored", () => {
  const { sent, onEvent } = listen();
  const { scorecard: _, ...unscored } = result;
  onEvent({ type: "result-end", cell, result: unscored as CellResult });
  expect(sent).toEqual([]);
});
