import { describe, expect, test } from "vitest";
import type { EntryInput } from "../../../core/entry.ts";
import { readTranscript } from "../read-transcript.ts";
import { codexReader } from "./codex.ts";

function read(...events: readonly object[]) {
  return readTranscript(events.map((event) => JSON.stringify(event)));
}

const began = { type: "thread.started", thread_id: "t" };
const started = (item: object) => ({ type: "item.started", item });
const completed = (item: object) => ({ type: "item.completed", item });
const message = completed({ id: "m", type: "agent_message", text: "Looking." });
const failed = (text?: string) => ({ type: "turn.failed", error: text === undefined ? {} : { message: text } });

describe("items of Codex", () => {
  test("searches and lists of things to do are calls with what they hold", () => {
    const steps = [{ text: "look", completed: false }];
    const { entries } = read(
      began,
      completed({ id: "1", type: "web_search", query: "axis" }),
      started({ id: "2", type: "todo_list", items: steps }),
      { type: "item.updated", item: { id: "2", type: "todo_list", items: [] } },
      completed({ id: "2", type: "todo_list", items: steps }),
    );
    expect(entries).toEqual([
      { type: "tool_use", timestamp: null, id: "1", tool: "web_search", input: { query: "axis" } },
      { type: "tool_result", timestamp: null, id: "1", output: "", isError: false },
      { type: "tool_use", timestamp: null, id: "2", tool: "todo_list", input: { items: steps } },
      { type: "tool_result", timestamp: null, id: "2", output: "", isError: false },
    ]);
  });

  test("changes of files are listed one by one", () => {
    const changes = [{ path: "a.txt", kind: "add" }, { path: "b.txt" }, { kind: "delete" }];
    expect(read(began, completed({ id: "1", type: "file_change", changes, status: "failed" })).entries).toMatchObject([
      { tool: "file_change", input: { changes }, locations: ["a.txt", "b.txt"] },
      { output: "add a.txt\nchange b.txt\ndelete unknown", isError: true },
    ]);
  });

  test("a call of an MCP server that failed has the error as its output", () => {
    const item = { id: "1", type: "mcp_tool_call", server: "calc", tool: "add", arguments: { a: 1 } };
    expect(read(began, completed({ ...item, error: { message: "no" }, status: "completed" })).entries).toMatchObject([
      { tool: "mcp__calc__add", input: { a: 1 } },
      { output: "no", isError: true },
    ]);
    expect(read(began, completed({ id: "1", type: "mcp_tool_call" })).entries).toMatchObject([
      { tool: "mcp__unknown__unknown", input: {} },
      { output: "", isError: false },
    ]);
  });

  test("calls without an id, and an id that is used again, are calls of their own", () => {
    const run = (id: string | undefined, command: string) => ({ id, type: "command_execution", command });
    const { entries } = read(
      began,
      started(run("1", "a")),
      completed(run("1", "a")),
      completed(run("1", "b")),
      completed(run(undefined, "c")),
    );
    expect(entries.map((entry) => (entry.type === "tool_use" ? entry.input : entry.type))).toEqual([
      { command: "a" },
      "tool_result",
      { command: "b" },
      "tool_result",
      { command: "c" },
      "tool_result",
    ]);
  });

  test("live, a call that is only seen completed is not given the time at which it was seen", () => {
    const told: EntryInput[] = [];
    const reader = codexReader();
    const sink = {
      emit: (entry: EntryInput) => void told.push(entry),
      usage() {},
      session() {},
      finish() {},
      fail() {},
    };
    for (const event of [
      started({ id: "1", type: "command_execution", command: "a" }),
      completed({ id: "1", type: "command_execution", command: "a" }),
      completed({ id: "2", type: "file_change", changes: [] }),
    ])
      reader.line(JSON.stringify(event), sink);
    // Where no time is given the moment of arrival is taken; null stays unknown.
    expect(told.map(({ timestamp }) => timestamp)).toEqual([undefined, undefined, null, undefined]);
  });

  test("what is said counts when it is complete", () => {
    const { entries, outcome } = read(
      began,
      started({ id: "m", type: "agent_message", text: "Loo" }),
      message,
      completed({ id: "r", type: "reasoning", text: "Hm." }),
      { type: "turn.completed", usage: { input_tokens: 1, output_tokens: 1 } },
    );
    expect(entries).toMatchObject([{ text: "Looking." }, { text: "Hm.", thought: true }]);
    expect(outcome).toEqual({ status: "completed", result: "Looking." });
  });

  test("an item of a kind that is new is counted, and no word of the model", () => {
    const { entries, unknownEvents, outcome } = read(
      began,
      completed({ id: "1", type: "from_tomorrow" }),
      failed("no"),
    );
    expect(unknownEvents).toEqual([{ event: "item/from_tomorrow", count: 1 }]);
    expect(entries).toMatchObject([{ type: "error", message: "no" }]);
    expect(outcome).toMatchObject({ code: "network" });
  });

  test("errors without a message are told", () => {
    expect(read(began, { type: "error" }, completed({ type: "error" })).entries).toMatchObject([
      { type: "error", message: "unknown error" },
      { type: "error", message: "unknown error" },
    ]);
  });
});

describe("a turn of Codex that failed", () => {
  test("after the model had spoken is the agent's failure", () => {
    expect(read(began, message, failed("no")).outcome).toEqual({ status: "failed", code: "agent", message: "no" });
  });

  test("after a call is the agent's failure", () => {
    const call = started({ id: "1", type: "command_execution", command: "ls" });
    expect(read(began, call, failed("no")).outcome).toMatchObject({ code: "agent" });
  });

  test("says so where it gives no reason", () => {
    expect(read(began, failed()).outcome).toEqual({ status: "failed", code: "network", message: "The turn failed" });
  });
});

describe("session files of Codex", () => {
  const at = "2026-03-01T10:00:00.000Z";
  const item = (payload: object) => ({ timestamp: at, type: "response_item", payload });
  const event = (payload: object) => ({ timestamp: at, type: "event_msg", payload });
  const user = (text: string) => item({ type: "message", role: "user", content: [{ type: "input_text", text }] });

  test("searches of the model server are a call and its result", () => {
    const search = { type: "web_search_call", id: "w", status: "failed", action: { type: "search", query: "axis" } };
    expect(read(item(search)).entries).toEqual([
      {
        type: "tool_use",
        timestamp: null,
        id: "w",
        tool: "web_search",
        input: { type: "search", query: "axis" },
      },
      { type: "tool_result", timestamp: at, id: "w", output: "", isError: true },
    ]);
    expect(read(item({ ...search, status: "completed" })).entries[1]).toMatchObject({ isError: false });
  });

  test("calls of the local shell are told with their action; kinds where a name does not say them", () => {
    expect(
      read(
        item({ type: "local_shell_call", call_id: "c", action: { command: ["ls"] } }),
        item({ type: "function_call", name: "view_image", call_id: "d", arguments: '{"path":"a.png"}' }),
        item({ type: "function_call", call_id: "e" }),
      ).entries,
    ).toEqual([
      { type: "tool_use", timestamp: at, id: "c", tool: "local_shell", input: { command: ["ls"] } },
      { type: "tool_use", timestamp: at, id: "d", tool: "view_image", input: { path: "a.png" }, kind: "read" },
      { type: "tool_use", timestamp: at, id: "e", tool: "unknown", input: {} },
    ]);
  });

  test.each([
    "<environment_context>x</environment_context>",
    "  <user_instructions>x</user_instructions>",
    "<turn_aborted>x",
    "<permissions mode>",
    "# AGENTS.md instructions for /project",
  ])("%j is what the program wrote in the user's name", (text) => {
    expect(read(user(text), user("Fix it"))).toMatchObject({
      task: "Fix it",
      entries: [{ type: "system", text }, { type: "user" }],
    });
  });

  test.each(["Explain <environment_context> to me", "Follow the # AGENTS.md instructions", "<permissionsX>"])(
    "%j is the user's own word",
    (text) => expect(read(user(text)).task).toBe(text),
  );

  test("reasoning is all of its parts, and none where it is kept secret", () => {
    const text = (value: string) => [{ type: "t", text: value }];
    const { entries } = read(
      item({ type: "reasoning", summary: text("One"), content: text("Two") }),
      item({ type: "reasoning", summary: [], encrypted_content: "x" }),
    );
    expect(entries).toMatchObject([{ text: "One\nTwo", thought: true }]);
    expect(entries).toHaveLength(1);
  });

  test("what came back is told in each of its shapes", () => {
    const back = (output: unknown) => item({ type: "function_call_output", call_id: "c", output });
    expect(
      read(
        back([
          { type: "input_text", text: "a" },
          { type: "input_text", text: "b" },
        ]),
        back({ content: [{ type: "text", text: "c" }], success: true }),
        back('{"output":"d","metadata":{"exit_code":3}}'),
        back('{"metadata":{"exit_code":0}}'),
        back('{"output":"not wrapped"}'),
        back("Exit code: 1\nWall time: 0.1 seconds\nOutput:\ne"),
        back("It said\nExit code: 1\n"),
      ).entries,
    ).toEqual(
      [
        { output: "a\nb" },
        { output: "c" },
        { output: "d", exitCode: 3 },
        { output: '{"metadata":{"exit_code":0}}', exitCode: 0 },
        { output: '{"output":"not wrapped"}' },
        { output: "Exit code: 1\nWall time: 0.1 seconds\nOutput:\ne", exitCode: 1 },
        { output: "It said\nExit code: 1\n" },
      ].map((entry) => ({ type: "tool_result", timestamp: at, id: "c", isError: false, ...entry })),
    );
  });

  test.each(["error", "stream_error"])("%s is told, and decides nothing", (type) => {
    expect(read(event({ type, message: "lost" }), event({ type }))).toMatchObject({
      entries: [
        { type: "error", message: "lost", timestamp: at },
        { type: "error", message: "unknown error" },
      ],
      outcome: { status: "completed" },
    });
  });

  test("an aborted turn says why", () => {
    const aborted = (payload: object) => read(event({ type: "turn_aborted", ...payload })).outcome;
    expect(aborted({ reason: "interrupted" })).toMatchObject({ message: "The turn was aborted (interrupted)" });
    expect(aborted({})).toMatchObject({ message: "The turn was aborted (no reason given)" });
  });

  test("a turn that is complete by its newer name is complete", () => {
    expect(read(event({ type: "turn_complete", last_agent_message: "All." })).outcome).toEqual({
      status: "completed",
      result: "All.",
    });
  });

  test("a session names itself by either key; snapshots say nothing", () => {
    const meta = { timestamp: at, type: "session_meta", payload: { session_id: "other" } };
    expect(read(meta, item({ type: "ghost_snapshot" }))).toMatchObject({
      sessionId: "other",
      entries: [],
      unknownEvents: [],
      outcome: { status: "completed", result: null },
    });
  });

  test("a failed turn without a status after the user alone had spoken is the way to the model's", () => {
    const end = event({ type: "task_complete", error: {} });
    expect(read(user("Fix it"), end).outcome).toEqual({
      status: "failed",
      code: "network",
      message: "The turn failed",
    });
    const said = item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "a" }] });
    expect(read(user("Fix it"), said, end).outcome).toMatchObject({ code: "agent" });
  });
});

test("a session file says apart from the result that an MCP call failed", () => {
  const timestamp = "2026-01-01T00:00:00.000Z";
  const line = (type: string, payload: object) => JSON.stringify({ timestamp, type, payload });
  const made = (id: string, name: string) =>
    line("response_item", { type: "function_call", name, namespace: "mcp__calc", arguments: "{}", call_id: id });
  const ended = (id: string, status: string) =>
    line("event_msg", { type: "item_completed", item: { type: "McpToolCall", id, server: "calc", status } });
  const back = (id: string, text: string) =>
    line("response_item", { type: "function_call_output", call_id: id, output: [{ type: "input_text", text }] });
  const { entries } = readTranscript([
    line("session_meta", { id: "s" }),
    made("a", "add"),
    ended("a", "completed"),
    back("a", "42"),
    made("b", "fail"),
    ended("b", "failed"),
    back("b", "on purpose"),
    made("c", "gone"),
    back("c", "unsupported call: gone"),
  ]);
  expect(entries).toMatchObject([
    { tool: "mcp__calc__add" },
    { output: "42", isError: false },
    { tool: "mcp__calc__fail" },
    { output: "on purpose", isError: true },
    { tool: "mcp__calc__gone" },
    { output: "unsupported call: gone", isError: true },
  ]);
});

test.each([
  ["/bin/bash -lc 'cat x'", "cat x"],
  [`/bin/bash -lc "echo 'a' > b"`, "echo 'a' > b"],
  ["/usr/bin/zsh -lc ls", "ls"],
  [`/bin/bash -lc 'a'"'"'b'`, `/bin/bash -lc 'a'"'"'b'`],
  ["/bin/bash -lc 'a' 'b'", "/bin/bash -lc 'a' 'b'"],
  ["bash run.sh", "bash run.sh"],
])("the command %s is the model's %s", (command, own) => {
  const item = { id: "item_1", type: "command_execution", command, aggregated_output: "", status: "in_progress" };
  const { entries } = readTranscript([
    JSON.stringify({ type: "thread.started", thread_id: "t" }),
    JSON.stringify({ type: "item.started", item }),
  ]);
  expect(entries).toMatchObject([{ tool: "shell", input: { command: own } }]);
});
