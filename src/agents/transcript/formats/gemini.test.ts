import { describe, expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const event = (second: number, type: string, more: object) => ({ type, timestamp: at(second), ...more });
const says = (second: number, content: string, more: object = { delta: true }) =>
  event(second, "message", { role: "assistant", content, ...more });
const init = event(0, "init", { session_id: "s", model: "m" });

function read(...events: readonly object[]) {
  return readTranscript([init, ...events].map((each) => JSON.stringify(each)));
}

describe("what Gemini CLI says", () => {
  test("comes in pieces that are one text with the time of the first, until something else happens", () => {
    const { entries, outcome } = read(
      says(1, "a"),
      says(2, "b"),
      event(3, "message", { role: "user", content: "Go on" }),
      says(4, "c"),
      event(5, "tool_use", { tool_name: "glob", tool_id: "t", parameters: {} }),
      says(6, "d"),
      event(6, "tool_result", { tool_id: "t", status: "success", output: "x" }),
      says(7, "e"),
      event(8, "error", { severity: "warning", message: "A loop was noticed" }),
      says(8, " \n"),
      event(9, "result", { status: "success", stats: { input_tokens: 1, output_tokens: 1 } }),
    );
    expect(entries).toMatchObject([
      { type: "assistant", text: "ab", timestamp: at(1) },
      { type: "user", text: "Go on", timestamp: at(3) },
      { type: "assistant", text: "c", timestamp: at(4) },
      { type: "tool_use", tool: "glob", timestamp: at(5) },
      { type: "assistant", text: "d", timestamp: at(6) },
      { type: "tool_result", output: "x", timestamp: at(6) },
      { type: "assistant", text: "e", timestamp: at(7) },
      { type: "error", message: "A loop was noticed", timestamp: at(8) },
    ]);
    expect(outcome).toEqual({ status: "completed", result: "e" });
  });

  test("may also be whole, and then stands for itself", () => {
    expect(read(says(1, "a", {}), says(2, "b", {})).entries).toMatchObject([{ text: "a" }, { text: "b" }]);
  });

  test("is kept where the file ends in the middle of it", () => {
    expect(read(says(1, "a")).entries).toMatchObject([{ text: "a" }]);
  });

  test("an error without a message is told", () => {
    expect(read(event(1, "error", {})).entries).toMatchObject([{ type: "error", message: "unknown error" }]);
  });
});

test.each([
  ["mcp_calc_add", "mcp__calc__add"],
  ["mcp_calc_add_two", "mcp__calc__add_two"],
  ["mcp_calc_", "mcp_calc_"],
  ["my_mcp_calc_add", "my_mcp_calc_add"],
  ["read_file", "read_file"],
])("its tool %s is called %s", (name, tool) => {
  expect(read(event(1, "tool_use", { tool_name: name, tool_id: "t" })).entries).toMatchObject([{ tool, input: {} }]);
});

test("kinds are told where a name does not say them, in any case", () => {
  const call = (name: string) => event(1, "tool_use", { tool_name: name, tool_id: "t", parameters: { q: 1 } });
  expect(read(call("google_web_search"), call("Grep_Search")).entries).toMatchObject([
    { kind: "fetch", input: { q: 1 } },
    { kind: "search" },
  ]);
});

test("a tool that failed is told by its error, not by what it had printed", () => {
  const failed = { tool_id: "t", status: "error", output: "half", error: { type: "x", message: "no such file" } };
  expect(read(event(1, "tool_result", failed)).entries).toMatchObject([{ output: "no such file", isError: true }]);
});

test.each([
  [{ error: { type: "FatalAuthenticationError", message: "no key" }, stats: { output_tokens: 5 } }, "auth", "no key"],
  [{ error: { type: "Other", message: "lost" }, stats: { output_tokens: 0 } }, "network", "lost"],
  [{ error: { type: "Other", message: "lost" }, stats: { output_tokens: 1 } }, "agent", "lost"],
  // Without counts it is not known that the model was never reached.
  [{ error: { type: "Other", message: "lost" }, stats: {} }, "agent", "lost"],
  [{ stats: { output_tokens: 0 } }, "network", "Gemini CLI ended with an error"],
])("a result with %j is a failure of kind %s", (facts, code, message) => {
  expect(read(event(1, "result", { status: "error", ...facts })).outcome).toEqual({ status: "failed", code, message });
});
