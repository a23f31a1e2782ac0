import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { EntryInput } from "../../../core/entry.ts";
import type { LineSink } from "../../../core/agent/line-reader.ts";
import { readTranscript } from "../read-transcript.ts";
import { acpReader } from "./acp.ts";

const update = (sessionUpdate: string, more: object, at?: string) => ({
  dir: "in",
  ...(at === undefined ? {} : { at }),
  msg: { jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update: { sessionUpdate, ...more } } },
});
const chunk = (text: string, messageId?: string) =>
  update("agent_message_chunk", { content: { type: "text", text }, ...(messageId === undefined ? {} : { messageId }) });
const stop = (more: object = {}) => ({
  dir: "in",
  msg: { jsonrpc: "2.0", id: 2, result: { stopReason: "end_turn", ...more } },
});

function read(...events: readonly object[]) {
  return readTranscript(events.map((event) => JSON.stringify(event)));
}

/** What had been told of when each line was over. */
function live(...events: readonly object[]): EntryInput[][] {
  const reader = acpReader();
  return events.map((event) => {
    const told: EntryInput[] = [];
    const sink: LineSink = { emit: (entry) => void told.push(entry), usage() {}, session() {}, finish() {}, fail() {} };
    reader.line(JSON.stringify(event), sink);
    return told;
  });
}

test("the three shapes of a line mean the same", () => {
  const shapes = [
    (dir: string, msg: object) => ({ dir, msg, ms: 5 }),
    (direction: string, message: object) => ({ direction, message }),
    (_: string, message: object) => message,
  ];
  const log = readFileSync(
    new URL("../../../../test/fixtures/transcripts/acp.gemini.ok.jsonl", import.meta.url),
    "utf8",
  );
  const messages = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { dir: string; msg: object });
  const [first, ...others] = shapes.map((shape) => read(...messages.map(({ dir, msg }) => shape(dir, msg))));
  for (const other of others) expect(other).toEqual(first);
});

test("a line that says when it came gives its entries that time", () => {
  const time = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
  const { entries, durationMs } = read(
    update("tool_call", { toolCallId: "c", title: "ls", kind: "execute", status: "pending", rawInput: {} }, time(1)),
    update("tool_call_update", { toolCallId: "c", rawInput: { command: "ls" } }, time(2)),
    update("tool_call_update", { toolCallId: "c", status: "completed", rawOutput: "a" }, time(4)),
    stop(),
  );
  expect(entries).toMatchObject([
    { type: "tool_use", timestamp: time(1), input: { command: "ls" } },
    { type: "tool_result", timestamp: time(4) },
  ]);
  expect(durationMs).toBe(3000);
});

test("live, a call is told of as soon as its input is whole, and before it ends", () => {
  const told = live(
    update("tool_call", { toolCallId: "c", title: "Terminal", status: "pending", rawInput: {} }),
    update("tool_call_update", { toolCallId: "c", rawInput: { command: "ls" }, title: "ls" }),
    update("tool_call_update", { toolCallId: "c", status: "in_progress" }),
    update("tool_call_update", { toolCallId: "c", status: "completed", rawOutput: "a" }),
  );
  expect(told.map((entries) => entries.map(({ type }) => type))).toEqual([[], [], ["tool_use"], ["tool_result"]]);
  expect(told[2]).toMatchObject([{ tool: "ls", input: { command: "ls" } }]);
});

test("live, a call that asks for permission is told of while it waits for it", () => {
  const toolCall = { toolCallId: "c", title: "rm", rawInput: { path: "a" } };
  const asks = {
    dir: "in",
    msg: { jsonrpc: "2.0", id: 0, method: "session/request_permission", params: { toolCall } },
  };
  const end = update("tool_call_update", { toolCallId: "c", status: "completed" });
  expect(live(asks, asks, end, asks).map((entries) => entries.map(({ type }) => type))).toEqual([
    ["tool_use"],
    [],
    ["tool_result"],
    [],
  ]);
});

test("an update before its call, a call told of twice, and one more word after its end are one call", () => {
  const { entries } = read(
    update("tool_call_update", { toolCallId: "c", status: "pending", rawInput: { a: 1 } }),
    update("tool_call", { toolCallId: "c", title: "one", kind: "edit" }),
    update("tool_call", { toolCallId: "c", title: "two" }),
    update("tool_call_update", {
      toolCallId: "c",
      status: "completed",
      content: [{ type: "content", content: { type: "text", text: "ok" } }],
    }),
    update("tool_call_update", { toolCallId: "c", status: "completed", rawOutput: "again" }),
    stop(),
  );
  expect(entries).toMatchObject([
    { type: "tool_use", tool: "two", kind: "edit", input: { a: 1 } },
    { type: "tool_result", output: "ok" },
  ]);
});

test("an input that comes only with the end fills the empty one", () => {
  const { entries } = read(
    update("tool_call", { toolCallId: "c", title: "x", status: "in_progress" }),
    update("tool_call_update", { toolCallId: "c", status: "failed", rawInput: { b: 2 } }),
    stop(),
  );
  expect(entries).toMatchObject([{ input: {} }, { isError: true, input: { b: 2 } }]);
});

test("pieces of text are one entry until something else happens; another message is another entry", () => {
  const { entries, outcome } = read(
    chunk("a"),
    chunk("b"),
    update("agent_thought_chunk", { content: { type: "text", text: "hm" } }),
    update("usage_update", { used: 5, size: 10 }),
    chunk("c", "m1"),
    chunk("d", "m2"),
    update("plan", { entries: [{ content: "look", status: "completed", priority: "high" }] }),
    stop(),
  );
  expect(entries).toMatchObject([
    { type: "assistant", text: "ab" },
    { type: "assistant", text: "hm", thought: true },
    { type: "assistant", text: "c" },
    { type: "assistant", text: "d" },
    { type: "system", text: "plan\n- [completed] look" },
  ]);
  expect(outcome).toEqual({ status: "completed", result: "d" });
});

test("the size of the context is no usage", () => {
  expect(read(chunk("a"), update("usage_update", { used: 500, size: 1000 }), stop()).tokenUsage).toBeNull();
});

test.each([
  [{ code: -32000, message: "Authentication required" }, "auth"],
  [{ code: 401, message: "no" }, "auth"],
  [{ code: 429, message: "later" }, "rate-limit"],
  [{ code: 503, message: "later" }, "network"],
  [{ code: -32603, message: "Internal error", data: { errorName: "APIError" } }, "network"],
  [{ code: -32603, message: "Internal error" }, "agent"],
])("the error %j after the model had spoken is %s", (error, code) => {
  const failed = { dir: "in", msg: { jsonrpc: "2.0", id: 2, error } };
  expect(read(chunk("Working."), failed).outcome).toMatchObject({ status: "failed", code });
});

test("a setting that is refused ends nothing", () => {
  const asks = { dir: "out", msg: { jsonrpc: "2.0", id: 7, method: "session/set_mode", params: {} } };
  const refusal = { dir: "in", msg: { jsonrpc: "2.0", id: 7, error: { code: -32602, message: "no such mode" } } };
  expect(read(asks, refusal, chunk("a"), stop())).toMatchObject({
    entries: [{ text: "a" }],
    outcome: { status: "completed" },
  });
});

test.each([
  [
    {
      contents: [
        { type: "text", text: "red" },
        { type: "shell_exit", exitCode: 2 },
      ],
    },
    2,
  ],
  [{ contents: [{ shell_exit: 3 }] }, 3],
  [{ exit_code: 4 }, 4],
  [{ metadata: { exit: 5 } }, 5],
  [{ metadata: { exit: null } }, undefined],
])("the exit code in %j is found", (rawOutput, exitCode) => {
  const { entries } = read(
    update("tool_call_update", { toolCallId: "c", title: "x", status: "completed", rawOutput }),
    stop(),
  );
  expect(entries.at(-1)).toEqual(
    expect.objectContaining(exitCode === undefined ? { type: "tool_result" } : { exitCode }),
  );
});
