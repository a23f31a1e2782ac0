import { describe, expect, test } from "vitest";
import { readTranscript } from "../../read-transcript.ts";

const message = (msg: object, dir = "in") => ({ dir, msg: { jsonrpc: "2.0", ...msg } });
const update = (sessionUpdate: string, more: object = {}) =>
  message({ method: "session/update", params: { sessionId: "s", update: { sessionUpdate, ...more } } });
const call = (more: object) => update("tool_call", { toolCallId: "c", title: "look", ...more });
const over = (more: object) => update("tool_call_update", { toolCallId: "c", status: "completed", ...more });
const chunk = (text: string) => update("agent_message_chunk", { content: { type: "text", text } });
const stop = (more: object = {}) => message({ id: 2, result: { stopReason: "end_turn", ...more } });

function read(...events: readonly object[]) {
  return readTranscript(events.map((event) => JSON.stringify(event)));
}

describe("what came back from a call", () => {
  const text = (value: string) => ({ type: "content", content: { type: "text", text: value } });

  test.each([
    [{ rawOutput: "raw", content: [text("shown")] }, "raw"],
    [{ rawOutput: { output: "raw" }, content: [text("a"), text(""), text("b")] }, "a\nb"],
    [
      { content: [{ type: "diff", path: "a.txt" }, { type: "diff" }, { type: "terminal" }] },
      "[diff: a.txt]\n[diff: unknown]",
    ],
    [{ rawOutput: { output: "a", formatted_output: "b", error: "c" } }, "a"],
    [{ rawOutput: { formatted_output: "b", error: { message: "c" } } }, "b"],
    [{ rawOutput: { error: { message: "c" }, content: "d" } }, "c"],
    [{ rawOutput: { error: "c", content: "d" } }, "c"],
    [{ rawOutput: { content: "d", contents: "e" } }, "d"],
    [{ rawOutput: { contents: [{ type: "text", text: "e" }] } }, "e"],
    [{ rawOutput: { result: { content: [{ type: "text", text: "f" }] } } }, "f"],
    [{ rawOutput: [{ type: "text", text: "g" }] }, "g"],
    [{}, ""],
  ])("in %j is %j", (given, output) => {
    expect(read(call({}), over(given), stop()).entries[1]).toMatchObject({ type: "tool_result", output });
  });

  test("is what the terminal showed while it ran, where the end brings no text", () => {
    const piece = (data: string, key = "terminal_output_delta") =>
      update("tool_call_update", { toolCallId: "c", _meta: { [key]: { data } } });
    const shown = [call({}), piece("one "), piece("two", "terminal_output")];
    expect(read(...shown, over({ rawOutput: { output: "raw" } }), stop()).entries[1]).toMatchObject({
      output: "one two",
    });
    expect(read(...shown, over({ content: [text("end")] }), stop()).entries[1]).toMatchObject({ output: "end" });
  });

  test.each([
    [{ rawOutput: { exitCode: 3 } }, 3],
    [{ _meta: { terminal_exit: { exit_code: 4 } } }, 4],
    [{ rawOutput: { contents: [{ shell_exit: { exitCode: 5 } }] } }, 5],
    [{ rawOutput: { contents: [{ shell_exit: { exit_code: 6 } }] } }, 6],
    [{ rawOutput: { contents: [{ type: "text", exitCode: 7 }] } }, undefined],
  ])("with %j has exit code %s", (given, exitCode) => {
    const [, entry] = read(call({}), over(given), stop()).entries;
    expect(entry?.type === "tool_result" ? entry.exitCode : null).toBe(exitCode);
  });
});

describe("calls", () => {
  test("are called by the name an agent gives, else by their title", () => {
    const tools = (more: object) => read(call(more), stop()).entries.map((entry) => "tool" in entry && entry.tool);
    expect(tools({ name: "exec" })).toEqual(["exec"]);
    expect(tools({ _meta: { claudeCode: { toolName: "Bash" } } })).toEqual(["Bash"]);
    expect(tools({})).toEqual(["look"]);
    expect(tools({ title: undefined })).toEqual(["unknown"]);
  });

  test("of an MCP server carry its name and the arguments alone, and no kind", () => {
    const rawInput = { server: "calc", tool: "add", arguments: { a: 1 } };
    const meta = { _meta: { is_mcp_tool_call: true } };
    const entries = (more: object) => read(call({ kind: "execute", ...more }), stop()).entries;
    expect(entries({ rawInput, ...meta })).toEqual([
      { type: "tool_use", timestamp: null, id: "c", tool: "mcp__calc__add", input: { a: 1 } },
    ]);
    expect(entries({ rawInput: { server: "calc" }, ...meta })).toMatchObject([
      { tool: "look", input: { server: "calc" } },
    ]);
    expect(entries({ rawInput: { tool: "add" }, ...meta })).toMatchObject([{ tool: "look", input: { tool: "add" } }]);
    expect(entries({ rawInput: { server: "calc", tool: "add" }, ...meta })).toMatchObject([{ input: {} }]);
    // Without the agent's word these are fields like others.
    expect(entries({ rawInput })).toMatchObject([{ tool: "look", kind: "execute", input: rawInput }]);
  });

  test("name their places and the call of the sub-agent they belong to, as last told", () => {
    const { entries } = read(
      call({ locations: [{ path: "a" }], _meta: { claudeCode: { parentToolUseId: "p" } } }),
      update("tool_call_update", { toolCallId: "c", locations: [{ path: "b" }, { line: 1 }] }),
      update("tool_call_update", { toolCallId: "c", locations: [], status: "in_progress" }),
      stop(),
    );
    expect(entries).toMatchObject([{ locations: ["b"], parentId: "p" }]);
  });

  test("an input that was there is not told again with the end", () => {
    const [, back] = read(
      call({ status: "in_progress", rawInput: { a: 1 } }),
      over({ rawInput: { a: 2 } }),
      stop(),
    ).entries;
    expect(back).not.toHaveProperty("input");
    const [, empty] = read(call({ status: "in_progress" }), over({ rawInput: {} }), stop()).entries;
    expect(empty).not.toHaveProperty("input");
  });

  test("that are told of only in a request for permission are calls", () => {
    const asks = message({
      id: 0,
      method: "session/request_permission",
      params: { options: [], toolCall: { toolCallId: "c", title: "rm", kind: "delete", rawInput: { path: "a" } } },
    });
    const { entries, problems } = read(
      asks,
      asks,
      over({}),
      asks,
      message({ id: 1, method: "session/request_permission" }),
      stop(),
    );
    expect(entries).toMatchObject([
      { type: "tool_use", tool: "rm", kind: "delete", input: { path: "a" } },
      { type: "tool_result", id: "c" },
    ]);
    expect(entries).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  test("that never ended are told before what came after them", () => {
    const prompt = message(
      { id: 2, method: "session/prompt", params: { prompt: [{ type: "text", text: "Go on" }] } },
      "out",
    );
    const order = (...events: object[]) => read(...events).entries.map(({ type }) => type);
    expect(order(call({}), chunk("a"), stop())).toEqual(["tool_use", "assistant"]);
    expect(order(chunk("a"), call({}), prompt)).toEqual(["assistant", "tool_use", "user"]);
    expect(order(call({}), message({ id: 2, error: { code: 500 } }))).toEqual(["tool_use", "error"]);
    expect(order(call({}), update("plan"))).toEqual(["tool_use", "system"]);
    expect(order(call({}))).toEqual(["tool_use"]);
  });

  test("of an agent that sends no input with a command are the title, for commands alone", () => {
    const from = (name?: string) => message({ id: 1, result: { agentInfo: { name } } });
    const inputs = (name: string | undefined, more: object) =>
      read(from(name), call({ kind: "execute", status: "in_progress", ...more }), stop()).entries.map(
        (entry) => entry.type === "tool_use" && entry.input,
      );
    expect(inputs("gemini-cli", {})).toEqual([{ command: "look" }]);
    expect(inputs("gemini-cli", { rawInput: { a: 1 } })).toEqual([{ a: 1 }]);
    expect(inputs("gemini-cli", { kind: "read" })).toEqual([{}]);
    expect(inputs("gemini-cli", { title: undefined })).toEqual([{}]);
    expect(inputs("other", {})).toEqual([{}]);
    expect(inputs(undefined, {})).toEqual([{}]);
  });

  test("without an id cannot be told of", () => {
    expect(read(call({ toolCallId: undefined }), stop()).entries).toEqual([]);
  });
});

describe("usage", () => {
  const counts = { inputTokens: 9, outputTokens: 2 };
  const cost = (amount: number, currency = "USD") => update("usage_update", { cost: { amount, currency } });

  test("is that of the answer, else of an update", () => {
    expect(read(update("usage_update", counts), stop()).tokenUsage).toEqual({ input: 9, output: 2 });
    expect(
      read(update("usage_update", counts), stop({ usage: { inputTokens: 20, outputTokens: 5 } })).tokenUsage,
    ).toEqual({
      input: 20,
      output: 5,
    });
  });

  test("of an agent that counts only its last request is not known", () => {
    const from = (name?: string) => message({ id: 1, result: { agentInfo: { name } } });
    expect(read(from("OpenCode"), stop({ usage: counts })).tokenUsage).toBeNull();
    expect(read(from("other"), stop({ usage: counts })).tokenUsage).toEqual({ input: 9, output: 2 });
    expect(read(from(), stop({ usage: counts })).tokenUsage).toEqual({ input: 9, output: 2 });
  });

  test("costs what the last update said in dollars", () => {
    expect(read(cost(0.1), cost(0.25), stop({ usage: counts })).totalCostUsd).toBe(0.25);
    expect(read(cost(0.1), cost(9, "EUR"), stop({ usage: counts })).totalCostUsd).toBe(0.1);
    expect(read(cost(9, "EUR"), stop({ usage: counts })).totalCostUsd).toBeNull();
  });
});

describe("the end", () => {
  const refusal = { error: { code: -32603, message: "Internal error" } };

  test("an error is told with its details", () => {
    const error = { ...refusal.error, data: { details: "no route" } };
    expect(read(chunk("a"), message({ id: 2, error })).outcome).toEqual({
      status: "failed",
      code: "agent",
      message: "Internal error: no route",
    });
    expect(read(message({ id: 2, error: {} })).outcome).toEqual({
      status: "failed",
      code: "network",
      message: "the agent answered with an error",
    });
  });

  test("after a call without a word the failure is the agent's", () => {
    expect(read(call({}), message({ id: 2, ...refusal })).outcome).toMatchObject({ code: "agent" });
  });

  test("what the client refuses the agent ends nothing, nor does a request with the number of a setting", () => {
    expect(read(chunk("a"), message({ id: 5, ...refusal }, "out"), stop()).outcome).toMatchObject({
      status: "completed",
    });
    const asked = message({ id: 7, method: "session/new" }, "out");
    expect(read(asked, message({ id: 7, ...refusal })).outcome).toMatchObject({ status: "failed" });
    const asks = message({ id: 7, method: "session/set_mode" });
    expect(read(asks, message({ id: 7, ...refusal })).outcome).toMatchObject({ status: "failed" });
  });

  test("an answer without a token is the model's where it called a tool", () => {
    const none = stop({ usage: { inputTokens: 0, outputTokens: 0 } });
    expect(read(chunk("Done."), none).outcome).toMatchObject({ status: "failed", code: "network" });
    expect(read(call({}), over({}), chunk("Done."), none).outcome).toEqual({ status: "completed", result: "Done." });
    expect(read(none).outcome).toMatchObject({ message: "The turn ended without a call to the model" });
  });

  test.each([
    ["cancelled", "The prompt was cancelled"],
    ["refusal", "The agent refused the prompt"],
    ["max_tokens", "The agent reached its token limit"],
    ["max_turn_requests", "The agent reached its limit of requests per turn"],
  ])("a turn that stopped by %s has failed", (stopReason, words) => {
    expect(read(chunk("a"), stop({ stopReason })).outcome).toEqual({ status: "failed", code: "agent", message: words });
  });
});

test("updates of a kind that is new are counted; those that say nothing are not", () => {
  expect(read(update("from_tomorrow"), update("current_mode_update"), chunk("a"), stop()).unknownEvents).toEqual([
    { event: "session/update/from_tomorrow", count: 1 },
  ]);
});

test("a thought after the last word is not the answer", () => {
  const thought = update("agent_thought_chunk", { content: { type: "text", text: "Was that all?" } });
  expect(read(chunk("Done."), thought, stop()).outcome).toEqual({ status: "completed", result: "Done." });
});

test("a plan lists its steps, and says where one has no state", () => {
  const entries = [{ content: "look", status: "completed" }, { content: "fix" }, {}];
  expect(read(update("plan", { entries })).entries).toMatchObject([
    { text: "plan\n- [completed] look\n- [pending] fix\n- [pending] " },
  ]);
});

test("a line may name its time `timestamp`, and blank text is no word", () => {
  const timestamp = "2026-01-01T00:00:00.000Z";
  expect(read({ ...chunk("a"), timestamp }, chunk("b"), stop()).entries).toMatchObject([{ text: "ab", timestamp }]);
  expect(read(chunk(" \n"), stop())).toMatchObject({ entries: [], outcome: { status: "completed", result: null } });
});
