import { describe, expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

const session = { session_id: "s" };
const init = { type: "system", subtype: "init", apiKeySource: "login", model: "Auto", ...session };
const at = (ms: number) => ({ timestamp_ms: 1_770_000_000_000 + ms });
const says = (text: string, more: object = {}) => ({
  type: "assistant",
  message: { role: "assistant", content: [{ type: "text", text }] },
  ...session,
  ...more,
});
const call = (subtype: string, id: string, tool_call: object) => ({
  type: "tool_call",
  subtype,
  call_id: id,
  tool_call,
  ...session,
});
const result = (more: object = {}) => ({ type: "result", subtype: "success", is_error: false, ...session, ...more });

function read(...events: readonly object[]) {
  return readTranscript([init, ...events].map((event) => JSON.stringify(event)));
}

describe("Cursor's texts", () => {
  test("in pieces are replaced by the whole text that follows", () => {
    const found = read(
      says("Loo", at(1)),
      says("king", at(2)),
      says("Looking", { model_call_id: "m", ...at(3) }),
      says("Do", at(4)),
      says("ne", at(5)),
      says("Done"),
      result({ result: "LookingDone" }),
    );
    expect(found.entries.slice(1)).toMatchObject([
      { type: "assistant", text: "Looking" },
      { type: "assistant", text: "Done" },
    ]);
    expect(found.outcome).toEqual({ status: "completed", result: "Done" });
  });

  test("in pieces without the whole text are joined", () => {
    const cut = read(says("Loo", at(1)), says("king", at(2)));
    expect(cut.entries.slice(1)).toMatchObject([{ text: "Looking" }]);
    expect(cut.outcome).toMatchObject({ status: "failed", code: "protocol" });
    const old = read(says("Loo"), says("king"), says("Looking"), result({ result: "Looking" }));
    expect(old.outcome).toEqual({ status: "completed", result: "Looking" });
    expect(old.entries.slice(1)).toMatchObject([{ text: "Looking" }]);
  });

  test("are separate before and after a call", () => {
    const found = read(
      says("First"),
      call("started", "c", { readToolCall: { args: { path: "a" } } }),
      says("Second"),
      result({ result: "FirstSecond" }),
    );
    expect(found.entries.slice(1).map(({ type }) => type)).toEqual(["assistant", "tool_use", "assistant"]);
    expect(found.outcome).toEqual({ status: "completed", result: "Second" });
  });

  test("that are thoughts come in pieces, and are one thought", () => {
    const piece = (text: string) => ({ type: "thinking", subtype: "delta", text, ...session, ...at(1) });
    const found = read(piece("Let"), piece(" me"), { type: "thinking", subtype: "completed", ...session });
    expect(found.entries.slice(1)).toMatchObject([{ type: "assistant", text: "Let me", thought: true }]);
  });
});

describe("Cursor's calls", () => {
  const args = { command: "ls" };
  const started = call("started", "a\nfc_1", { shellToolCall: { args }, toolCallId: "a\nfc_1" });
  const ended = (shown: unknown) => call("completed", "a\nfc_1", { shellToolCall: { result: shown } });
  const back = (shown: unknown) => read(started, ended(shown)).entries.at(-1);

  test("are named by the key of the call, and MCP tools by their server", () => {
    const mcp = (given: object) => read(call("started", "c", { mcpToolCall: { args: given } })).entries.at(-1);
    expect(read(started).entries.at(-1)).toMatchObject({ tool: "shell", input: args, id: "a\nfc_1" });
    expect(mcp({ providerIdentifier: "calc", toolName: "add", name: "calc-add", args: { a: 1 } })).toMatchObject({
      tool: "mcp__calc__add",
      input: { a: 1 },
    });
    expect(mcp({ serverIdentifier: "calc", toolName: "add" })).toMatchObject({ tool: "mcp__calc__add", input: {} });
    expect(mcp({ name: "my-calc-add", toolName: "add" })).toMatchObject({ tool: "mcp__my-calc__add" });
    const named = { function: { name: "lookup", arguments: '{"q":1}' } };
    expect(read(call("started", "c", named)).entries.at(-1)).toMatchObject({ tool: "lookup", input: { q: 1 } });
  });

  test("failed unless the result is a success without an error", () => {
    expect(back({ success: { exitCode: 0, stdout: "x", interleavedOutput: "x" } })).toMatchObject({
      isError: false,
      exitCode: 0,
      output: "x",
    });
    expect(back({ success: { exitCode: 2, stdout: "", stderr: "bad" } })).toMatchObject({ exitCode: 2, output: "bad" });
    expect(back({ failure: { exitCode: 1, stderr: "no" } })).toMatchObject({
      isError: true,
      exitCode: 1,
      output: "no",
    });
    expect(back({ rejected: { reason: "not now" } })).toMatchObject({ isError: true, output: "not now" });
    expect(back({ error: { errorMessage: "gone" } })).toMatchObject({ isError: true, output: "gone" });
    expect(back({ success: { isError: true, content: [{ text: { text: "no" } }] } })).toMatchObject({
      isError: true,
      output: "no",
    });
  });

  test("are paired whatever the order, and told once", () => {
    const other = call("started", "b", { readToolCall: { args: { path: "a" } } });
    const read1 = call("completed", "b", { readToolCall: { result: { success: { content: "x" } } } });
    const found = read(read1, started, started, other, ended({ success: {} }), ended({ success: {} }));
    expect(found.entries.slice(1)).toMatchObject([
      { type: "tool_use", id: "a\nfc_1" },
      { type: "tool_use", id: "b", input: { path: "a" } },
      { type: "tool_result", id: "b", output: "x" },
      { type: "tool_result", id: "a\nfc_1" },
    ]);
  });

  test("whose start is missing are calls all the same", () => {
    const found = read(call("completed", "b", { readToolCall: { args: { path: "a" }, result: { success: {} } } }));
    expect(found.entries.slice(1)).toMatchObject([
      { type: "tool_use", tool: "read", input: { path: "a" }, timestamp: null },
      { type: "tool_result", isError: false },
    ]);
  });
});

test("a call inside of a message is not Cursor's, and the file is refused", () => {
  const message = { role: "assistant", content: [{ type: "tool_use", id: "t", name: "Bash", input: {} }] };
  expect(read({ type: "assistant", message }).refusal).toBe("1 event looks like a call and is not known: tool_use");
});

test("Cursor's input tokens exclude the cache", () => {
  const usage = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 30, cacheWriteTokens: 4 };
  expect(read(says("x"), result({ usage })).tokenUsage).toEqual({
    input: 10,
    output: 2,
    cacheReadInput: 30,
    cacheWriteInput: 4,
  });
});

test("a run of Cursor that ends with an error has failed", () => {
  expect(read(says("x"), result({ is_error: true, result: "limit" })).outcome).toEqual({
    status: "failed",
    code: "agent",
    message: "limit",
  });
  expect(read(result({ is_error: true, result: "offline" })).outcome).toMatchObject({ code: "network" });
});

test("agent transcripts of Cursor have neither ids nor times", () => {
  const lines = [
    { role: "user", message: { content: "<open_files>a</open_files>\n<user_query>\nBuild it\n</user_query>" } },
    {
      role: "assistant",
      message: {
        content: [{ type: "tool_use", name: "Shell", input: { command: "make" } }, { type: "from_tomorrow" }],
      },
    },
    { role: "user", message: { content: [{ type: "tool_result", content: "red", is_error: true }] } },
    { role: "assistant", message: { content: [{ type: "text", text: "It fails." }] } },
    { type: "turn_ended", status: "success" },
  ];
  const found = readTranscript(lines.map((line) => JSON.stringify(line)));
  expect(found).toMatchObject({
    format: "cursor",
    task: "Build it",
    unknownEvents: [],
    tokenUsage: null,
    outcome: { status: "completed", result: "It fails." },
  });
  expect(found.entries.slice(1, 3)).toMatchObject([
    { type: "tool_use", tool: "Shell", id: null, timestamp: null },
    { type: "tool_result", output: "red", isError: true },
  ]);
});
