import { describe, expect, test } from "vitest";
import { readTranscript } from "../../read-transcript.ts";

const read = (...events: readonly object[]) => readTranscript(events.map((event) => JSON.stringify(event)));
const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;

describe("session files of Copilot", () => {
  const event = (second: number, type: string, data: object) => ({
    type,
    data,
    id: `${second}`,
    timestamp: at(second),
  });
  const start = event(0, "session.start", { sessionId: "s", producer: "copilot-agent" });
  const request = (toolCallId: string, more: object = {}) => ({ toolCallId, name: "bash", arguments: {}, ...more });
  const says = (second: number, content: string, toolRequests: readonly object[] = [], more: object = {}) =>
    event(second, "assistant.message", { content, toolRequests, ...more });
  const ended = (second: number, toolCallId: string) =>
    event(second, "tool.execution_complete", { toolCallId, success: true, result: { content: "x" } });

  test("tell calls in messages and when they start, which are the same calls", () => {
    const found = read(
      start,
      says(1, "Two calls", [request("a", { arguments: '{"command":"ls"}' }), request("b"), request("c")]),
      event(2, "tool.execution_start", { toolCallId: "a", toolName: "bash", arguments: { command: "ls" } }),
      ended(3, "a"),
      ended(4, "b"),
      says(5, "Done."),
    );
    expect(found.entries).toMatchObject([
      { type: "assistant", text: "Two calls" },
      { type: "tool_use", id: "a", timestamp: at(2), input: { command: "ls" } },
      { type: "tool_result", id: "a" },
      { type: "tool_use", id: "b", timestamp: at(1) },
      { type: "tool_result", id: "b" },
      // Never started, and never answered.
      { type: "tool_use", id: "c" },
      { type: "assistant", text: "Done." },
    ]);
    expect(found).toMatchObject({ sessionId: "s", outcome: { status: "completed", result: "Done." } });
  });

  test("take the task from a hook if the message itself is missing", () => {
    const hook = event(1, "hook.start", { hookType: "userPromptSubmitted", input: { prompt: "Do it" } });
    const typed = event(2, "user.message", { content: "Do it" });
    expect(read(start, hook, says(3, "Done.")).task).toBe("Do it");
    expect(read(start, hook, typed, says(3, "Done.")).entries.filter(({ type }) => type === "user")).toHaveLength(1);
  });

  test("have messages that the program wrote in the user's place", () => {
    const found = read(
      start,
      event(1, "user.message", { content: "Be careful", source: "system" }),
      event(1, "user.message", { content: "<system_notification>x</system_notification>" }),
      event(2, "user.message", { content: "Do it", source: "user" }),
    );
    expect(found.entries.map(({ type }) => type)).toEqual(["system", "system", "user"]);
  });

  test("count tokens at each shutdown, in all, and after the last one by request", () => {
    const usage = (inputTokens: number) => ({ inputTokens, outputTokens: 1, cacheReadTokens: 2, cacheWriteTokens: 3 });
    const record = event(1, "session.usage_record", { usage: usage(10) });
    const shutdown = (tokens: number) =>
      event(2, "session.shutdown", { modelMetrics: { m: { usage: usage(tokens) } } });
    expect(read(start, record, record).tokenUsage).toEqual({
      input: 10,
      output: 2,
      cacheReadInput: 4,
      cacheWriteInput: 6,
    });
    expect(read(start, record, shutdown(10), record, shutdown(20)).tokenUsage).toMatchObject({ input: 15, output: 1 });
    expect(read(start, record, shutdown(10), record).tokenUsage).toMatchObject({ input: 10, output: 2 });
  });

  test("have failed if they end with an abort or an error, and not if the session continued", () => {
    const abort = event(2, "abort", { reason: "user_abort" });
    const error = event(2, "session.error", { message: "no", statusCode: 429 });
    const shutdown = event(4, "session.shutdown", { modelMetrics: {} });
    expect(read(start, says(1, "x"), abort, shutdown).outcome).toMatchObject({ status: "failed", code: "agent" });
    expect(read(start, says(1, "x"), error, shutdown).outcome).toMatchObject({ status: "failed", code: "rate-limit" });
    expect(read(start, abort, error, says(3, "Fine."), shutdown).outcome).toMatchObject({ result: "Fine." });
  });

  test("answer with the agent's words, not with a sub-agent's", () => {
    const found = read(start, says(1, "Done."), says(2, "Sub", [request("d")], { parentToolCallId: "a" }));
    expect(found.outcome).toMatchObject({ result: "Done." });
    expect(found.entries.at(-1)).toMatchObject({ type: "tool_use", id: "d", parentId: "a" });
  });
});
