import { expect, test } from "vitest";
import { type ModelCall, ModelCalls, sumModelCalls } from "./model-call.ts";

const answered: ModelCall = {
  at: "2026-01-01T00:00:00.000Z",
  provider: "anthropic",
  wire: "anthropic",
  model: "m",
  ending: "complete",
  status: 200,
  offersTools: true,
  calledTool: false,
  usage: { input: 10, output: 2, cacheReadInput: 5 },
  costUsd: 0.1,
  durationMs: 1,
  waitedMs: 20,
  attempts: 1,
};

test("requests add up to their usage, cost and waits", () => {
  const sum = sumModelCalls([answered, { ...answered, costUsd: 0.2, model: "n", withheld: ["web_search"] }]);
  expect(sum).toMatchObject({
    count: 2,
    failed: 0,
    unknown: 0,
    waitedMs: 40,
    tokenUsage: { input: 20, output: 4, cacheReadInput: 10 },
    costUsd: 0.3,
    models: ["m", "n"],
    withheld: ["web_search"],
  });
  expect(ModelCalls.parse(sum)).toEqual(sum);
});

test.each([
  ["after a cut answer", { ...answered, ending: "dropped" as const }],
  ["after an answer without usage", { ...answered, usage: undefined, costUsd: undefined }],
  ["after an answer that the program did not wait for", { ...answered, ending: "left" as const }],
  ["without a price", { ...answered, costUsd: null }],
])("the cost is unknown %s", (_name, call) => {
  expect(sumModelCalls([answered, call]).costUsd).toBeNull();
});

test("a request that was refused cost nothing", () => {
  const refused: ModelCall = { ...answered, ending: "status", status: 429, usage: undefined, costUsd: undefined };
  expect(sumModelCalls([answered, refused, { ...refused, ending: "refused" }])).toMatchObject({
    costUsd: 0.1,
    failed: 1,
    refused: 1,
  });
});

test("of very many requests the first and the last are kept", () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ ...answered, durationMs: index }));
  const { count, calls } = sumModelCalls(many);
  expect([count, calls.length, calls[0]?.durationMs, calls.at(-1)?.durationMs]).toEqual([1000, 300, 0, 999]);
});
