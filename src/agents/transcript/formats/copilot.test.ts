import { describe, expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

const at = "2026-01-01T00:00:00.000Z";
const event = (type: string, data: object = {}) => ({ type, data, timestamp: at });
const ended = (exitCode?: number) => ({ type: "result", timestamp: at, sessionId: "s", exitCode });
const said = event("assistant.message", { content: "Looking." });

function read(...events: readonly object[]) {
  return readTranscript(events.map((each) => JSON.stringify(each)));
}

describe("calls of Copilot", () => {
  test("name the call of the sub-agent they belong to, and their kind where a name does not say it", () => {
    const data = { toolCallId: "c", toolName: "create", arguments: { path: "a" }, parentToolCallId: "p" };
    expect(read(event("tool.execution_start", data)).entries).toEqual([
      { type: "tool_use", timestamp: at, id: "c", tool: "create", input: { path: "a" }, kind: "edit", parentId: "p" },
    ]);
  });

  test("belong to an MCP server where both its name and that of the tool are given", () => {
    const call = (more: object) => read(event("tool.execution_start", { toolName: "calc-add", ...more })).entries;
    expect(call({ mcpServerName: "calc", mcpToolName: "add" })).toMatchObject([{ tool: "mcp__calc__add", id: null }]);
    expect(call({ mcpServerName: "calc" })).toMatchObject([{ tool: "calc-add", input: {} }]);
    expect(call({ mcpToolName: "add" })).toMatchObject([{ tool: "calc-add" }]);
    expect(read(event("tool.execution_start")).entries).toMatchObject([{ tool: "unknown" }]);
  });

  test("tell what came back as one text, in parts, or as an error", () => {
    const back = (data: object) => read(event("tool.execution_complete", data)).entries[0];
    expect(back({ result: { content: "a" }, success: true })).toMatchObject({ output: "a", isError: false });
    expect(back({ result: { contents: [{ type: "text", text: "b" }, { type: "image" }] } })).toMatchObject({
      output: "b\n[image]",
    });
    expect(back({ success: false, error: { message: "no" } })).toMatchObject({ output: "no", isError: true });
    expect(back({ success: false, result: { content: "half" }, error: { message: "no" } })).toMatchObject({
      output: "half",
    });
    expect(back({})).toMatchObject({ output: "", isError: false });
  });
});

describe("words of Copilot", () => {
  test("that are empty are none", () => {
    const empty = { content: "" };
    expect(read(event("assistant.message", empty), event("assistant.reasoning", empty), said).entries).toEqual([
      { type: "assistant", timestamp: at, text: "Looking." },
    ]);
  });

  test("about itself are the program's", () => {
    expect(
      read(event("session.info", { message: "note" }), event("assistant.turn_retry"), event("session.error")).entries,
    ).toEqual([
      { type: "system", timestamp: at, text: "note" },
      { type: "system", timestamp: at, text: "retrying the turn (no reason given)" },
      { type: "error", timestamp: at, message: "unknown error" },
    ]);
  });
});

describe("a run of Copilot that failed", () => {
  const error = (more: object = {}) => event("session.error", { message: "lost", ...more });

  test.each([
    ["by the status it names", [said, error({ statusCode: 429 })], "rate-limit", "lost"],
    [
      "by a connection that broke",
      [said, event("model.call_failure", { failureKind: "transport" }), error()],
      "network",
      "lost",
    ],
    [
      "after the model had answered, and for another reason",
      [said, event("model.call_failure", { failureKind: "http" }), error()],
      "agent",
      "lost",
    ],
    [
      "after a connection that broke and was made again",
      [said, event("model.call_failure", { failureKind: "transport" })],
      "agent",
      "exit code 1",
    ],
    ["before the model had said a word", [error()], "network", "lost"],
  ])("%s", (_, events, code, message) => {
    expect(read(...events, ended(1)).outcome).toEqual({ status: "failed", code, message });
  });

  test("without a code says that it is not known", () => {
    expect(read(said, ended()).outcome).toEqual({ status: "failed", code: "agent", message: "exit code unknown" });
  });

  test("by an abort without a reason says so", () => {
    expect(read(said, event("abort"), ended(0)).outcome).toMatchObject({
      message: "The run was aborted (no reason given)",
    });
  });
});
