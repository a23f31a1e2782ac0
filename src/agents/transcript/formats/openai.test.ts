import { describe, expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

const read = (document: unknown) => readTranscript(JSON.stringify(document, null, 1).split("\n"));
const readLines = (...events: readonly object[]) => readTranscript(events.map((event) => JSON.stringify(event)));

const message = (role: string, text: string) => ({
  type: "message",
  role,
  content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
});
const call = { type: "function_call", id: "fc_1", call_id: "c1", name: "bash", arguments: '{"command":"ls"}' };
const output = { type: "function_call_output", call_id: "c1", output: "a.txt" };

describe("items of the Responses API", () => {
  test("are messages, thoughts, calls and their results", () => {
    const found = read([
      { role: "developer", content: "Be brief" },
      message("user", "List the files"),
      { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "ls will do" }] },
      call,
      output,
      message("assistant", "One file."),
    ]);
    expect(found).toMatchObject({
      format: "openai",
      agentName: "openai",
      task: "List the files",
      unknownEvents: [],
      refusal: null,
      outcome: { status: "completed", result: "One file." },
    });
    expect(found.entries).toMatchObject([
      { type: "system", text: "Be brief" },
      { type: "user", text: "List the files" },
      { type: "assistant", thought: true, text: "ls will do" },
      { type: "tool_use", id: "c1", tool: "bash", input: { command: "ls" } },
      { type: "tool_result", id: "c1", output: "a.txt", isError: false },
      { type: "assistant", text: "One file." },
    ]);
  });

  const entriesOf = (...items: readonly object[]) => read([message("user", "x"), ...items]).entries.slice(1);

  test("of MCP servers have their result with them", () => {
    const mcp = { type: "mcp_call", id: "m1", server_label: "calc", name: "add", arguments: '{"a":1}' };
    expect(entriesOf({ ...mcp, output: "3", error: null, status: "completed" })).toMatchObject([
      { tool: "mcp__calc__add", input: { a: 1 } },
      { output: "3", isError: false },
    ]);
    expect(entriesOf({ ...mcp, output: null, error: "no such server" })[1]).toMatchObject({
      output: "no such server",
      isError: true,
    });
    expect(
      entriesOf({ ...mcp, error: { type: "mcp_tool_execution_error", content: [{ text: "bad" }] } })[1],
    ).toMatchObject({
      output: "bad",
      isError: true,
    });
    expect(entriesOf({ ...mcp, status: "failed" })[1]).toMatchObject({ isError: true });
    expect(entriesOf({ ...mcp, status: "in_progress" })).toHaveLength(1);
  });

  test("of shells have the exit codes of their commands", () => {
    const shell = { type: "shell_call", call_id: "s", action: { commands: ["make", "make test"] } };
    const ended = (exit_code: number) => ({ stdout: "out", stderr: "err", outcome: { type: "exit", exit_code } });
    const back = { type: "shell_call_output", call_id: "s", output: [ended(0), ended(2)] };
    expect(entriesOf(shell, back)).toMatchObject([
      { tool: "shell", input: { command: "make\nmake test" } },
      { exitCode: 2, output: "out\nerr\nout\nerr" },
    ]);
  });

  test("of other tools are calls, too", () => {
    expect(
      entriesOf(
        { type: "custom_tool_call", call_id: "1", name: "apply_patch", input: "*** Begin" },
        { type: "local_shell_call", call_id: "2", action: { type: "exec", command: ["ls"] } },
        { type: "web_search_call", id: "3", status: "failed", action: { query: "q" } },
        { type: "function_call", call_id: "4", name: "f", arguments: '{"cut' },
      ),
    ).toMatchObject([
      { tool: "apply_patch", input: "*** Begin" },
      { tool: "local_shell", input: { command: ["ls"] } },
      { tool: "web_search", input: { query: "q" } },
      { type: "tool_result", isError: true },
      { tool: "f", input: '{"cut' },
    ]);
  });

  test("of an unknown kind of call are not passed over", () => {
    expect(read([call, { type: "new_tool_call", call_id: "9" }]).refusal).toBe(
      "1 event looks like a call and is not known: new_tool_call",
    );
  });
});

describe("responses", () => {
  const response = (id: string, items: readonly object[], more: object = {}) => ({
    id,
    object: "response",
    status: "completed",
    output: items,
    usage: { input_tokens: 100, input_tokens_details: { cached_tokens: 40 }, output_tokens: 10 },
    ...more,
  });

  test("add up their tokens, which include those from the cache", () => {
    const found = readLines(response("r1", [call]), response("r2", [message("assistant", "Done.")]));
    expect(found).toMatchObject({
      tokenUsage: { input: 120, output: 20, cacheReadInput: 80 },
      outcome: { status: "completed", result: "Done." },
    });
  });

  test("that are streamed repeat at their end what came before", () => {
    const end = message("assistant", "Done.");
    const found = readLines(
      { type: "response.created", response: response("r1", [], { status: "in_progress", usage: null }) },
      { type: "response.output_text.delta", delta: "Do" },
      { type: "response.output_item.done", item: call },
      { type: "response.completed", response: response("r1", [call, { ...end, id: "msg_1" }]) },
    );
    expect(found.entries).toMatchObject([{ tool: "bash" }, { text: "Done." }]);
    expect(found.tokenUsage).toMatchObject({ input: 60, output: 10 });
    expect(found.outcome).toMatchObject({ status: "completed" });
  });

  test("that failed, or are incomplete, have failed", () => {
    const failed = (more: object) => read(response("r1", [call], more)).outcome;
    expect(failed({ status: "failed", error: { code: "rate_limit_exceeded", message: "slow down" } })).toEqual({
      status: "failed",
      code: "rate-limit",
      message: "slow down",
    });
    expect(failed({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } })).toEqual({
      status: "failed",
      code: "agent",
      message: "The response is incomplete (max_output_tokens)",
    });
  });
});

describe("messages of the chat API", () => {
  const asks = {
    role: "assistant",
    content: null,
    reasoning_content: "Hm",
    tool_calls: [{ id: "1", type: "function", function: { name: "bash", arguments: '{"command":"ls"}' } }],
  };
  const messages = [
    { role: "system", content: "Be brief" },
    { role: "user", content: [{ type: "text", text: "List" }] },
    asks,
    { role: "tool", tool_call_id: "1", content: "a.txt" },
    { role: "assistant", content: "One." },
  ];

  test.each([
    ["a list", read(messages)],
    ["a document", read({ messages, model: "m" })],
    ["lines", readLines(...messages)],
  ])("as %s are read alike", (_, found) => {
    expect(found).toMatchObject({
      format: "openai",
      task: "List",
      refusal: null,
      outcome: { status: "completed", result: "One." },
    });
    expect(found.entries.slice(2)).toMatchObject([
      { thought: true, text: "Hm" },
      { type: "tool_use", id: "1", tool: "bash", input: { command: "ls" } },
      { type: "tool_result", id: "1", output: "a.txt", isError: false },
      { text: "One." },
    ]);
  });

  test("may end with the answer to the request, and its tokens", () => {
    const usage = { prompt_tokens: 50, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 20 } };
    const found = read({ messages: messages.slice(0, 4), choices: [{ message: messages[4] }], usage });
    expect(found).toMatchObject({
      tokenUsage: { input: 30, output: 5, cacheReadInput: 20 },
      outcome: { result: "One." },
    });
  });

  test("need no content beside their calls", () => {
    const { content: _, ...bare } = asks;
    expect(readLines({ role: "_checkpoint" }, bare).entries).toMatchObject([{ thought: true }, { tool: "bash" }]);
  });

  test("without a call are refused", () => {
    const found = read([messages[1]!, { role: "assistant", content: "```sh\nls\n```" }]);
    expect(found.refusal).toBe("no call in it: commands written in the text are not told apart");
  });
});
