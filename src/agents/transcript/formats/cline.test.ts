import { describe, expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

const ts = "2026-01-01T00:00:00.000Z";
const event = (type: string, more: object = {}) => ({ ts, type: "agent_event", event: { type, ...more } });
const back = (more: object) => event("content_end", { contentType: "tool", toolCallId: "c", ...more });
const ended = (finishReason: string, more: object = {}) => ({ ts, type: "run_result", finishReason, ...more });
const piece = event("content_start", { contentType: "text", text: "Loo" });

function read(...events: readonly object[]) {
  return readTranscript(events.map((each) => JSON.stringify(each)));
}

describe("what came back from a call of Cline", () => {
  test.each([
    [
      {
        output: [
          { result: "a", success: true },
          { result: "b", success: true },
        ],
      },
      "a\nb",
      false,
      undefined,
    ],
    [
      {
        output: [
          { result: "a", success: true },
          { result: "", success: false, error: "Command exited with code 2" },
          { result: "", success: false, error: "Command exited with code 3" },
        ],
      },
      "a\nCommand exited with code 2\nCommand exited with code 3",
      true,
      2,
    ],
    [{ output: [{ success: false, error: "gone" }] }, "gone", true, undefined],
    [
      { output: [{ success: false, error: "It said: Command exited with code 2" }] },
      expect.any(String),
      true,
      undefined,
    ],
    [{ output: [{ success: false, error: "Command exited with code 2." }] }, expect.any(String), true, undefined],
    // A command that worked may have printed anything.
    [{ output: [{ success: true, error: "Command exited with code 2" }] }, expect.any(String), false, undefined],
    [{ output: { content: [{ type: "text", text: "c" }], isError: true } }, "c", true, undefined],
    [{ output: { error: "refused" } }, "refused", true, undefined],
    [{ output: "plain" }, "plain", false, undefined],
    [{ error: "no such tool" }, "no such tool", true, undefined],
    [{}, "", false, undefined],
  ])("%j", (given, output, isError, exitCode) => {
    const [entry] = read(back(given)).entries;
    expect(entry).toEqual({
      type: "tool_result",
      timestamp: ts,
      id: "c",
      output,
      isError,
      ...(exitCode === undefined ? {} : { exitCode }),
    });
  });
});

describe("what Cline says", () => {
  test("is told when it is whole; what is empty is nothing", () => {
    const whole = (contentType: string, more: object) => event("content_end", { contentType, ...more });
    expect(
      read(
        piece,
        whole("text", { text: "Looking." }),
        whole("reasoning", { reasoning: "Hm." }),
        whole("text", { text: "" }),
        whole("reasoning", {}),
        whole("image", { text: "x" }),
      ).entries,
    ).toEqual([
      { type: "assistant", timestamp: ts, text: "Looking." },
      { type: "assistant", timestamp: ts, text: "Hm.", thought: true },
    ]);
  });

  test("errors are told, also those on a line of their own; what is new is counted", () => {
    const { entries, unknownEvents } = read(
      event("error", { error: { message: "lost" } }),
      { ts, type: "error", message: "fatal" },
      { ts, type: "error" },
      event("from_tomorrow"),
    );
    expect(entries).toEqual(
      ["lost", "fatal", "unknown error"].map((message) => ({ type: "error", timestamp: ts, message })),
    );
    expect(unknownEvents).toEqual([{ event: "agent_event/from_tomorrow", count: 1 }]);
  });

  test.each([
    ["calc__add", "mcp__calc__add"],
    ["my_calc__add_two", "mcp__my_calc__add_two"],
    ["calc__add__two", "mcp__calc__add__two"],
    ["read_files", "read_files"],
  ])("its tool %s is called %s", (toolName, tool) => {
    const call = event("content_start", { contentType: "tool", toolName, toolCallId: "c" });
    expect(read(call).entries).toMatchObject([{ type: "tool_use", id: "c", tool, input: {} }]);
  });
});

describe("the session of Cline", () => {
  const hook = (taskId?: string) => ({ ts, type: "hook_event", hookEventName: "agent_start", taskId });

  test("is the first that is named: those after it are of sub-agents", () => {
    expect(read(hook(), hook("one"), hook("two")).sessionId).toBe("one");
  });
});

describe("a run of Cline that did not complete", () => {
  const failed = (errorClass?: string) => event("error", { errorClass, error: { message: "x" } });

  test.each([
    ["auth", "auth"],
    ["rate_limit", "rate-limit"],
    ["network", "network"],
    ["other", "network"],
  ])("with an error of class %s is a failure of kind %s", (errorClass, code) => {
    expect(read(piece, failed(errorClass), ended("error", { text: "no" })).outcome).toEqual({
      status: "failed",
      code,
      message: "no",
    });
  });

  test("before the model had said a word is the way to it that failed", () => {
    expect(read(failed(), ended("error")).outcome).toEqual({
      status: "failed",
      code: "network",
      message: "Cline ended with error",
    });
  });

  test("for another reason than an error is the agent's", () => {
    expect(read(failed("network"), ended("max_iterations")).outcome).toEqual({
      status: "failed",
      code: "agent",
      message: "Cline ended with max_iterations",
    });
  });
});

describe("the usage of Cline", () => {
  const counts = (output: number, totalCost: number) => ({ inputTokens: 9, outputTokens: output, totalCost });

  test("is that of all its agents, where it counts them together", () => {
    const own = ended("completed", { usage: counts(5, 1) });
    expect(read(own)).toMatchObject({ tokenUsage: { input: 9, output: 5 }, totalCostUsd: 1 });
    expect(read({ ...own, aggregateUsage: counts(7, 2) })).toMatchObject({
      tokenUsage: { input: 9, output: 7 },
      totalCostUsd: 2,
    });
  });

  test("costs nothing where nothing was said, and an unknown sum where a price of 0 is told for words", () => {
    expect(read(ended("completed", { usage: counts(0, 0) })).totalCostUsd).toBe(0);
    expect(read(ended("completed", { usage: counts(1, 0) })).totalCostUsd).toBeNull();
  });
});
