import { expect, test } from "vitest";
import { priceRun } from "../../core/agent/agent-cost.ts";
import type { ModelCall } from "../../core/model/model-call.ts";
import type { DrivenRun, Run } from "../../core/run.ts";
import { addModelCalls } from "./model-spending.ts";

const driven: DrivenRun = {
  startTime: "2026-01-01T00:00:00.000Z",
  endTime: "2026-01-01T00:00:01.000Z",
  durationMs: 1000,
  outcome: { status: "completed", result: null },
  exitCode: 0,
  orphans: 0,
  transcript: [],
  warnings: [],
  tokenUsage: { input: 1, output: 1 },
};
const call: ModelCall = {
  at: "2026-01-01T00:00:00.000Z",
  provider: "anthropic",
  wire: "anthropic",
  model: "m",
  ending: "complete",
  status: 200,
  offersTools: true,
  calledTool: false,
  usage: { input: 100, output: 10 },
  costUsd: 0.1,
  durationMs: 1,
  waitedMs: 0,
  attempts: 1,
};

test("without requests a run stays as it is", () => {
  expect(addModelCalls(driven, [])).toBe(driven);
});

test("what the gateway counted wins over what the agent reports", () => {
  const run = addModelCalls({ ...driven, totalCostUsd: 0.1 }, [call]);
  expect(run).toMatchObject({ tokenUsage: { input: 100, output: 10 }, totalCostUsd: 0.1, costFrom: "gateway" });
  expect(run.warnings).toEqual([]);
  expect(priceRun(run as Run, "m")).toBe(run);
});

test("an agent's own figure that is more than 5 % off is worth a warning", () => {
  expect(addModelCalls({ ...driven, totalCostUsd: 0.104 }, [call]).warnings).toEqual([]);
  expect(addModelCalls({ ...driven, totalCostUsd: 0.2 }, [call]).warnings).toEqual([
    "the agent reported a cost of $0.2, but its model requests cost $0.1",
  ]);
});

test("if a price is unknown, the agent's own figure counts", () => {
  const run = addModelCalls({ ...driven, totalCostUsd: 0.2 }, [{ ...call, costUsd: null }]);
  expect(priceRun(run as Run, "m")).toMatchObject({ totalCostUsd: 0.2, costFrom: "agent" });
});

test("after a cut answer the cost is unknown, even with a price", () => {
  const run = addModelCalls(driven, [call, { ...call, ending: "dropped" }]);
  const prices = { "anthropic/m": { input: 1, output: 1 } };
  expect(priceRun(run as Run, "m", prices)).not.toHaveProperty("totalCostUsd");
});
