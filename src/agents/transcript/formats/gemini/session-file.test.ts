import { describe, expect, test } from "vitest";
import { readTranscript } from "../../read-transcript.ts";

const read = (...events: readonly object[]) => readTranscript(events.map((event) => JSON.stringify(event)));
const readDocument = (document: object) => readTranscript(JSON.stringify(document, null, 2).split("\n"));
const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;

describe("session files of Gemini CLI", () => {
  const meta = { sessionId: "s", projectHash: "p", startTime: at(0), kind: "main" };
  const message = (id: string, type: string, more: object) => ({ id, type, timestamp: at(1), ...more });
  const user = (id: string, text: string) => message(id, "user", { content: [{ text }] });
  const call = (output: string, more: object = {}) => ({
    id: "c",
    name: "run_shell_command",
    args: { command: "x" },
    status: "success",
    timestamp: at(2),
    result: [{ functionResponse: { id: "c", response: { output } } }],
    ...more,
  });
  const tokens = { input: 10, output: 2, cached: 4, thoughts: 3, tool: 0, total: 15 };
  const first = message("2", "gemini", { content: "Looking", tokens });

  test("replace a message by a later line with its id, and all by a new list", () => {
    const again = { ...first, toolCalls: [call("x")] };
    const repeated = message("3", "user", { content: [{ functionResponse: { id: "c", response: { output: "x" } } }] });
    const found = read(meta, user("1", "Task"), first, again, repeated, { $set: { lastUpdated: at(3) } });
    expect(found.entries.map(({ type }) => type)).toEqual(["user", "assistant", "tool_use", "tool_result"]);
    expect(found).toMatchObject({ format: "gemini", sessionId: "s", outcome: { result: "Looking" } });
    // Thoughts count as output, because the total shows that `output` excludes them.
    expect(found.tokenUsage).toEqual({ input: 6, output: 5, cacheReadInput: 4 });
    const reset = read(meta, user("1", "Old"), again, { $set: { messages: [user("1", "New")] } }, first);
    expect(reset.entries).toMatchObject([{ text: "New" }, { text: "Looking" }]);
    const rewound = read(meta, user("1", "Old"), first, { $rewindTo: "2" }, message("4", "model", { content: "Hi" }));
    expect(rewound.entries).toMatchObject([{ text: "Old" }, { text: "Hi" }]);
  });

  test("may be one document", () => {
    const found = readDocument({ ...meta, messages: [user("1", "Task"), { ...first, toolCalls: [call("x")] }] });
    expect(found).toMatchObject({ format: "gemini", task: "Task", outcome: { result: "Looking" } });
    expect(found.entries).toHaveLength(4);
  });

  const resultOf = (given: object) => read(meta, { ...first, toolCalls: [given] }).entries.at(-1);

  test("tell failed calls by a status, an error, or an exit code near the end", () => {
    expect(resultOf(call("Output: x\nProcess Group PGID: 1"))).toMatchObject({ isError: false, exitCode: undefined });
    expect(resultOf(call("Output: x\nExit Code: 2\nProcess Group PGID: 1"))).toMatchObject({ exitCode: 2 });
    expect(resultOf(call(`Exit Code: 2\n${"x".repeat(400)}`))).toMatchObject({ exitCode: undefined });
    expect(resultOf(call("", { status: "error", result: [] }))).toMatchObject({ isError: true });
    expect(resultOf(call("", { status: "cancelled" }))).toMatchObject({ isError: true });
    const response = { error: "not found" };
    expect(resultOf(call("", { result: [{ functionResponse: { response } }] }))).toMatchObject({
      isError: true,
      output: "not found",
    });
    expect(resultOf({ id: "c", name: "glob", args: {}, status: "executing" })).toMatchObject({ type: "tool_use" });
  });

  test("name tools of MCP servers like all formats, and take context for no task", () => {
    const found = read(meta, user("0", "<session_context>\nx"), user("1", "Task"), {
      ...first,
      toolCalls: [call("x", { name: "mcp_calc_add_up" })],
    });
    expect(found.task).toBe("Task");
    const expanded = { ...user("1", "Read @a: content of a"), displayContent: [{ text: "Read @a" }] };
    expect(read(meta, expanded).task).toBe("Read @a");
    expect(found.entries).toContainEqual(expect.objectContaining({ tool: "mcp__calc__add_up" }));
  });
});
