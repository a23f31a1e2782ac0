import { describe, expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

function read(...events: readonly object[]) {
  return readTranscript(events.map((event) => JSON.stringify(event)));
}

const at = (second: number) => `2026-03-01T10:00:0${second}.000Z`;

describe("session files of Claude Code", () => {
  const line = (second: number, type: string, message: object, more: object = {}) => ({
    parentUuid: second === 0 ? null : `u${second - 1}`,
    isSidechain: false,
    userType: "external",
    cwd: "/project",
    sessionId: "session-1",
    version: "2.1.0",
    type,
    message,
    uuid: `u${second}`,
    timestamp: at(second),
    ...more,
  });
  const usage = (input: number, output: number) => ({
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: 10,
    cache_creation_input_tokens: 5,
  });
  const says = (id: string, content: object, counts = usage(3, 1)) => ({
    id,
    role: "assistant",
    content: [content],
    usage: counts,
  });
  const session = [
    { type: "summary", summary: "An older talk", leafUuid: "x" },
    { type: "file-history-snapshot", messageId: "m", snapshot: {} },
    line(0, "user", { role: "user", content: "Caveat: made by the program" }, { isMeta: true }),
    line(1, "user", { role: "user", content: "Fix the test" }),
    line(2, "assistant", says("m1", { type: "thinking", thinking: "Hm." })),
    line(3, "assistant", says("m1", { type: "text", text: "I will look." }, usage(3, 20))),
    line(
      4,
      "assistant",
      says("m1", { type: "tool_use", id: "t1", name: "Bash", input: { command: "npm test" } }, usage(3, 40)),
    ),
    line(
      5,
      "user",
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "t1", is_error: true, content: "Exit code 1\nred" }],
      },
      { toolUseResult: "Error: Exit code 1" },
    ),
    line(6, "assistant", says("m2", { type: "text", text: "It is red." }, usage(2, 7))),
  ];

  test("are read with their times, results and task", () => {
    const found = read(...session);
    expect(found).toMatchObject({
      format: "claude-code",
      problems: [],
      unknownEvents: [],
      task: "Fix the test",
      sessionId: "session-1",
      outcome: { status: "completed", result: "It is red." },
      startTime: at(0),
      endTime: at(6),
      durationMs: 6000,
    });
    expect(found.entries.map(({ type }) => type)).toEqual([
      "system",
      "user",
      "assistant",
      "assistant",
      "tool_use",
      "tool_result",
      "assistant",
    ]);
    expect(found.entries[5]).toMatchObject({ isError: true, exitCode: 1 });
  });

  test("count each message once, by its last line", () => {
    expect(read(...session).tokenUsage).toEqual({ input: 5, output: 47, cacheReadInput: 20, cacheWriteInput: 10 });
  });

  test("that end with a model that cannot be reached have failed", () => {
    const failed = line(
      7,
      "assistant",
      { role: "assistant", content: [{ type: "text", text: "API Error: 401" }] },
      { isApiErrorMessage: true },
    );
    expect(read(...session, failed).outcome).toEqual({ status: "failed", code: "network", message: "API Error: 401" });
    expect(read(...session, { ...failed, apiErrorStatus: 429 }).outcome).toMatchObject({ code: "rate-limit" });
    expect(
      read(...session, failed, line(8, "assistant", says("m3", { type: "text", text: "Back." }))).outcome,
    ).toMatchObject({
      status: "completed",
    });
  });

  test("say which calls a sub-agent made, and do not take its task for the user's", () => {
    const beside = { isSidechain: true, agentId: "a1" };
    const call = { type: "tool_use", id: "t2", name: "Read", input: { file_path: "a" } };
    const found = read(
      session[3]!,
      line(2, "user", { role: "user", content: "Look at a" }, beside),
      line(3, "assistant", says("m5", call), beside),
      line(4, "assistant", says("m6", { type: "text", text: "Seen." }), beside),
    );
    expect(found.entries.map(({ type }) => type)).toEqual(["user", "system", "tool_use", "assistant"]);
    expect(found.entries[2]).toMatchObject({ parentId: "a1" });
    expect(found.outcome).toEqual({ status: "completed", result: null });
  });

  test("answer with what was said last, not with what was thought or called after it", () => {
    const after = [
      line(7, "assistant", says("m3", { type: "thinking", thinking: "Was that all?" })),
      line(8, "assistant", says("m4", { type: "tool_use", id: "t9", name: "Read", input: {} })),
    ];
    expect(read(...session, ...after).outcome).toEqual({ status: "completed", result: "It is red." });
  });

  test("of older versions name sub-agents, messages and statuses in other words", () => {
    const call = { type: "tool_use", id: "t2", name: "Read", input: {} };
    const { id: _, ...nameless } = says("m5", call);
    const found = read(
      session[3]!,
      line(2, "assistant", nameless, { parentToolUseID: "task-1" }),
      line(3, "assistant", nameless, { isSidechain: true }),
      line(
        4,
        "assistant",
        { role: "assistant", content: [{ type: "text", text: "API Error" }] },
        { isApiErrorMessage: true, api_error_status: 401 },
      ),
    );
    expect(found.entries.slice(1)).toMatchObject([{ parentId: "task-1" }, { parentId: "sidechain" }, {}]);
    expect(found.tokenUsage).toMatchObject({ input: 6, output: 2 });
    expect(found.outcome).toEqual({ status: "failed", code: "auth", message: "API Error" });
  });

  test("of a sub-agent alone are read as its own run", () => {
    const beside = { isSidechain: true, agentId: "a1" };
    const found = read(
      line(0, "user", { role: "user", content: "Look at a" }, beside),
      line(1, "assistant", says("m6", { type: "text", text: "Seen." }), beside),
    );
    expect(found).toMatchObject({ task: "Look at a", outcome: { status: "completed", result: "Seen." } });
  });
});

describe("session files of Codex", () => {
  const line = (second: number, type: string, payload: object) => ({ timestamp: at(second), type, payload });
  const item = (second: number, payload: object) => line(second, "response_item", payload);
  const event = (second: number, payload: object) => line(second, "event_msg", payload);
  const text = (kind: string, value: string) => [{ type: kind, text: value }];
  const counts = {
    input_tokens: 100,
    cached_input_tokens: 40,
    output_tokens: 9,
    reasoning_output_tokens: 3,
    total_tokens: 109,
  };
  const session = [
    line(0, "session_meta", { id: "thread-1", cwd: "/project", cli_version: "0.166.0" }),
    line(0, "turn_context", { cwd: "/project", model: "m" }),
    item(0, { type: "message", role: "developer", content: text("input_text", "permissions") }),
    item(0, {
      type: "message",
      role: "user",
      content: text("input_text", "<environment_context>x</environment_context>"),
    }),
    item(1, { type: "message", role: "user", content: text("input_text", "Fix the test") }),
    event(1, { type: "user_message", message: "Fix the test" }),
    event(1, { type: "task_started" }),
    item(2, { type: "reasoning", summary: text("summary_text", "Looking"), encrypted_content: "x" }),
    item(2, { type: "function_call", name: "exec_command", arguments: '{"cmd":"npm test"}', call_id: "c1" }),
    item(4, {
      type: "function_call_output",
      call_id: "c1",
      output: "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nred",
    }),
    item(4, { type: "function_call", name: "add", namespace: "mcp__calc", arguments: '{"a":1}', call_id: "c2" }),
    item(5, { type: "function_call_output", call_id: "c2", output: { content: "no", success: false } }),
    item(5, {
      type: "custom_tool_call",
      name: "apply_patch",
      input: "*** Begin Patch",
      call_id: "c3",
      status: "completed",
    }),
    item(6, {
      type: "custom_tool_call_output",
      call_id: "c3",
      output: '{"output":"done","metadata":{"exit_code":0,"duration_seconds":0.1}}',
    }),
    item(7, { type: "message", role: "assistant", content: text("output_text", "Fixed.") }),
    event(7, { type: "agent_message", message: "Fixed." }),
    event(7, { type: "token_count", info: { total_token_usage: counts, last_token_usage: counts } }),
    event(7, { type: "token_count", info: null }),
  ];

  test("are read with their times, exit codes and usage; what is told twice counts once", () => {
    const found = read(...session);
    expect(found).toMatchObject({
      format: "codex",
      problems: [],
      unknownEvents: [],
      task: "Fix the test",
      sessionId: "thread-1",
      tokenUsage: { input: 60, output: 9, cacheReadInput: 40 },
      outcome: { status: "completed", result: "Fixed." },
      durationMs: 7000,
    });
    expect(found.entries).toMatchObject([
      { type: "system" },
      { type: "system" },
      { type: "user" },
      { type: "assistant", thought: true, text: "Looking" },
      { type: "tool_use", tool: "exec_command", input: { cmd: "npm test" } },
      { type: "tool_result", id: "c1", exitCode: 1 },
      { type: "tool_use", tool: "mcp__calc__add", input: { a: 1 } },
      { type: "tool_result", id: "c2", isError: true, output: "no" },
      { type: "tool_use", tool: "apply_patch", input: "*** Begin Patch" },
      { type: "tool_result", id: "c3", exitCode: 0, output: "done" },
      { type: "assistant", text: "Fixed." },
    ]);
  });

  test("answer with the agent's last word, whoever spoke after it", () => {
    const more = item(8, { type: "message", role: "user", content: text("input_text", "Thanks") });
    const thought = item(8, { type: "reasoning", summary: text("summary_text", "Hm.") });
    expect(read(...session, more, thought).outcome).toEqual({ status: "completed", result: "Fixed." });
  });

  test("that were aborted have failed; those that say they are complete have not", () => {
    expect(read(...session, event(8, { type: "turn_aborted", reason: "interrupted" })).outcome).toMatchObject({
      status: "failed",
      code: "agent",
    });
    expect(read(...session, event(8, { type: "task_complete", last_agent_message: "All good." })).outcome).toEqual({
      status: "completed",
      result: "All good.",
    });
  });

  test("that are complete with an error have failed: by its status, else by whether the model had answered", () => {
    const failed = (before: readonly object[], info: unknown) =>
      read(...before, event(8, { type: "task_complete", error: { message: "no", codex_error_info: info } })).outcome;
    const refused = (status: number) => ({ http_connection_failed: { http_status_code: status } });
    const asked = session.slice(0, 5);
    expect(failed(asked, refused(401))).toEqual({ status: "failed", code: "auth", message: "no" });
    expect(failed(session, refused(429))).toMatchObject({ code: "rate-limit" });
    expect(failed(asked, "other")).toMatchObject({ code: "network" });
    expect(failed(session, "other")).toMatchObject({ code: "agent" });
    expect(failed(session.slice(0, 9), null)).toMatchObject({ code: "agent" });
  });

  test("of a newer version lose only what is new", () => {
    const found = read(
      ...session,
      event(8, { type: "from_tomorrow" }),
      line(8, "brand_new", {}),
      item(8, { type: "odd" }),
    );
    expect(found.unknownEvents).toEqual([
      { event: "event_msg/from_tomorrow", count: 1 },
      { event: "brand_new", count: 1 },
      { event: "response_item/odd", count: 1 },
    ]);
    expect(found.outcome).toMatchObject({ status: "completed" });
  });

  test("a call whose arguments were cut off keeps what there is", () => {
    const cut = item(2, { type: "function_call", name: "exec_command", arguments: '{"cmd":"np', call_id: "c1" });
    expect(read(session[0]!, cut).entries).toMatchObject([{ input: '{"cmd":"np' }]);
  });
});

test("codex: an item only ever seen completed is a call and its result, and when it began is not known", () => {
  const item = { id: "i", type: "file_change", changes: [{ path: "/w/a.txt", kind: "add" }], status: "completed" };
  expect(read({ type: "thread.started", thread_id: "t" }, { type: "item.completed", item }).entries).toMatchObject([
    { type: "tool_use", tool: "file_change", timestamp: null, kind: "edit", locations: ["/w/a.txt"] },
    { type: "tool_result", id: "i", output: "add /w/a.txt", isError: false },
  ]);
});
