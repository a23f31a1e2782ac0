import { describe, expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

const epoch = Date.UTC(2026, 0, 1);
const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const event = (second: number, type: string, more: object) => ({
  type,
  timestamp: epoch + second * 1000,
  sessionID: "s",
  ...more,
});
const text = (second: number, words: string, time?: object) => event(second, "text", { part: { text: words, time } });
const finished = (part: object) => event(9, "step_finish", { part });
const tokens = { input: 10, output: 5 };

function read(...events: readonly object[]) {
  return readTranscript(events.map((each) => JSON.stringify(each)));
}

describe("what OpenCode says", () => {
  test("has the time it began, or else the time it was written down", () => {
    expect(read(text(2, "a", { start: epoch + 1000 }), text(3, "b")).entries).toEqual([
      { type: "assistant", timestamp: at(1), text: "a" },
      { type: "assistant", timestamp: at(3), text: "b" },
    ]);
  });

  test("thoughts are no part of the final answer; the texts of the last step are", () => {
    const start = event(1, "step_start", { part: {} });
    const { entries, outcome } = read(
      start,
      text(1, "before"),
      finished({ reason: "tool-calls", tokens }),
      start,
      event(2, "reasoning", { part: { text: "hm" } }),
      text(3, "a"),
      text(4, "b"),
      finished({ reason: "stop", tokens }),
    );
    expect(entries).toMatchObject([{ text: "before" }, { text: "hm", thought: true }, { text: "a" }, { text: "b" }]);
    expect(outcome).toEqual({ status: "completed", result: "a\nb" });
  });

  test("a step that ends for a reason it does not know is not the last", () => {
    expect(read(text(1, "a"), finished({ reason: "unknown", tokens })).outcome).toMatchObject({ code: "protocol" });
  });
});

describe("calls of OpenCode", () => {
  const call = (part: object) => read(event(5, "tool_use", { part })).entries;

  test("of a tool that does not exist come as completed ones, and have failed", () => {
    expect(call({ tool: "invalid", callID: "c", state: { status: "completed", output: "no such tool" } })).toEqual([
      { type: "tool_use", timestamp: null, id: "c", tool: "invalid", input: {}, kind: "think" },
      { type: "tool_result", timestamp: at(5), id: "c", output: "no such tool", isError: true },
    ]);
  });

  test("that failed tell their error", () => {
    expect(call({ tool: "read", state: { status: "error", error: "gone", time: { end: epoch } } })).toMatchObject([
      { type: "tool_use", id: null, tool: "read" },
      { type: "tool_result", output: "gone", isError: true, timestamp: at(0) },
    ]);
    expect(call({})).toMatchObject([{ tool: "unknown" }, { output: "", isError: false }]);
  });
});

describe("tokens of OpenCode", () => {
  const cache = { read: 3, write: 2 };
  const usage = (counts: object) => read(text(1, "a"), finished({ reason: "stop", tokens: counts }));

  test("of reasoning are output where the total counts them apart", () => {
    expect(usage({ ...tokens, reasoning: 4, cache, total: 24 }).tokenUsage).toEqual({
      input: 10,
      output: 9,
      cacheReadInput: 3,
      cacheWriteInput: 2,
    });
    expect(usage({ ...tokens, reasoning: 4, cache, total: 20 }).tokenUsage).toMatchObject({ output: 5 });
    expect(usage({ ...tokens, reasoning: 4, cache }).tokenUsage).toMatchObject({ output: 5 });
  });

  test("of a cache that is not spoken of are none", () => {
    expect(usage(tokens).tokenUsage).toEqual({ input: 10, output: 5, cacheReadInput: 0, cacheWriteInput: 0 });
  });

  test.each([{}, { input: 10 }, { output: 5 }])("are not known from %j", (counts) => {
    expect(usage(counts).tokenUsage).toBeNull();
  });

  test("add up over the steps, and so does the cost; a price that is not known comes as 0", () => {
    const step = (cost: number) => finished({ reason: "tool-calls", tokens, cost });
    expect(read(step(0.25), step(0.5))).toMatchObject({
      tokenUsage: { input: 20, output: 10 },
      totalCostUsd: 0.75,
    });
    expect(read(step(0)).totalCostUsd).toBeNull();
    expect(read(finished({ reason: "tool-calls", tokens })).totalCostUsd).toBeNull();
  });
});

test.each([
  [{ name: "ProviderAuthError", data: { message: "no key" } }, "auth", "no key"],
  [{ name: "APIError", data: { message: "refused" } }, "network", "refused"],
  [{ name: "APIError", data: { message: "slow", statusCode: 429 } }, "rate-limit", "slow"],
  [{ name: "Other" }, "agent", "Other"],
  [{}, "agent", "unknown error"],
])("the error %j after a step is a failure of kind %s", (error, code, message) => {
  const found = read(finished({ reason: "tool-calls", tokens }), event(3, "error", { error }));
  expect(found.outcome).toEqual({ status: "failed", code, message });
  expect(found.entries).toEqual([{ type: "error", timestamp: at(3), message }]);
});

test("an error before the first step is the way to the model's", () => {
  expect(read(event(3, "error", { error: { name: "Other" } })).outcome).toMatchObject({ code: "network" });
});
