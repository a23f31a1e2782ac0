import { describe, expect, test } from "vitest";
import { readTranscript } from "../../read-transcript.ts";

const typed = (value: unknown) =>
  typeof value === "string" ? { stringValue: value } : typeof value === "number" ? { intValue: value } : value;
const attributes = (values: Record<string, unknown>) =>
  Object.entries(values).map(([key, value]) => ({ key, value: typed(value) }));
const epoch = Date.UTC(2026, 0, 1);
const time = (second: number) => new Date(epoch + second * 1000).toISOString();

function span(
  operation: string,
  [from, to]: readonly number[],
  values: Record<string, unknown> = {},
  more: object = {},
) {
  return {
    spanId: `${operation}-${from}`,
    name: `${operation} mine`,
    startTimeUnixNano: (epoch + from! * 1000) * 1e6,
    endTimeUnixNano: (epoch + to! * 1000) * 1e6,
    attributes: attributes({ "gen_ai.operation.name": operation, ...values }),
    ...more,
  };
}
const said = (content: string) => ({
  "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts: [{ type: "text", content }] }]),
});
const failed = (message?: string) => ({ status: { code: 2, message } });

function read(...spans: object[]) {
  return readTranscript([JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })]);
}

describe("spans side by side", () => {
  test("are told in the order of time, and what was said last is the answer", () => {
    const found = read(
      span("chat", [0, 9], said("The answer.")),
      span("execute_tool", [2, 4], { "gen_ai.tool.name": "look", "gen_ai.tool.call.id": "c" }),
      span("chat", [1, 3], said("A title.")),
    );
    expect(found.entries.map(({ type, timestamp }) => [type, timestamp])).toEqual([
      ["tool_use", time(2)],
      ["assistant", time(3)],
      ["tool_result", time(4)],
      ["assistant", time(9)],
    ]);
    expect(found.outcome).toEqual({ status: "completed", result: "The answer." });
  });

  test("last from the first beginning to the last end", () => {
    expect(read(span("chat", [1, 9]), span("chat", [2, 3]))).toMatchObject({ startTime: time(1), endTime: time(9) });
  });
});

describe("the agent's own span", () => {
  const inner = span(
    "invoke_agent",
    [0, 5],
    { "gen_ai.agent.name": "inner" },
    { parentSpanId: "outer", ...failed("no") },
  );
  const outer = span(
    "invoke_agent",
    [1, 8],
    { "gen_ai.agent.name": "outer" },
    { spanId: "outer", parentSpanId: "web" },
  );

  test("is the outermost, whichever began first", () => {
    expect(read(inner, outer, span("chat", [2, 3], said("Done.")))).toMatchObject({
      agentName: "outer",
      startTime: time(1),
      endTime: time(8),
      outcome: { status: "completed", result: "Done." },
    });
  });

  test("in the older spelling of the keys is read alike", () => {
    const old = ({
      spanId,
      startTimeUnixNano,
      endTimeUnixNano,
      parentSpanId,
      ...rest
    }: ReturnType<typeof span> & { parentSpanId?: string }) => ({
      ...rest,
      span_id: spanId,
      parent_span_id: parentSpanId,
      start_time_unix_nano: startTimeUnixNano,
      end_time_unix_nano: endTimeUnixNano,
    });
    const spans = [old(inner), old(outer), old(span("chat", [2, 3], said("Done.")))];
    expect(readTranscript([JSON.stringify({ resource_spans: [{ scope_spans: [{ spans }] }] })])).toMatchObject({
      format: "otel",
      agentName: "outer",
      startTime: time(1),
      endTime: time(8),
      entries: [{ text: "Done.", timestamp: time(3) }],
    });
  });
});

describe("a failure", () => {
  test("of a model is an error among the entries; without a span of the agent the last model decides", () => {
    const broken = span("chat", [0, 1], {}, failed("refused"));
    expect(read(broken)).toMatchObject({
      entries: [{ type: "error", message: "refused", timestamp: time(1) }],
      outcome: { status: "failed", code: "network", message: "refused" },
    });
    expect(read(broken, span("chat", [2, 3], said("Done."))).outcome).toEqual({ status: "completed", result: "Done." });
    const tool = span("execute_tool", [4, 5], { "gen_ai.tool.name": "look" });
    expect(read(span("chat", [0, 1]), span("chat", [2, 3], {}, failed("lost")), tool).outcome).toMatchObject({
      code: "agent",
      message: "lost",
    });
  });

  test("without a message is told by its type, or by the name of the span", () => {
    expect(read(span("chat", [0, 1], { "error.type": "timeout" })).outcome).toMatchObject({ message: "timeout" });
    expect(read(span("chat", [0, 1], {}, failed())).outcome).toMatchObject({ message: "chat mine failed" });
  });

  test("has the status of the response, where there is one", () => {
    const values = { "error.type": "Overloaded", "http.response.status_code": 429 };
    expect(read(span("chat", [0, 1], values)).outcome).toMatchObject({ code: "rate-limit" });
  });
});

describe("calls", () => {
  const call = (values: Record<string, unknown>, more: object = {}) =>
    read(span("execute_tool", [0, 1], values, more)).entries;

  test("without a name of the tool are called like their span", () => {
    expect(call({}, { name: "execute_tool look" })).toMatchObject([{ tool: "look", id: "execute_tool-0" }, {}]);
    expect(call({}, { name: "look" })).toMatchObject([{ tool: "look" }, {}]);
    expect(call({}, { name: "" })).toMatchObject([{ tool: "unknown" }, {}]);
  });

  test("of an MCP server name it", () => {
    expect(call({ "gen_ai.tool.name": "add", "mcp.server.name": "calc" })).toMatchObject([
      { tool: "mcp__calc__add" },
      {},
    ]);
  });

  test("that failed without a word tell what the span says", () => {
    expect(call({}, failed("overflow"))).toMatchObject([{}, { output: "overflow", isError: true }]);
  });

  test("have inputs and outputs of any shape", () => {
    const list = { arrayValue: { values: [{ intValue: "1" }, { doubleValue: 0.5 }, { boolValue: true }] } };
    const pairs = {
      kvlistValue: {
        values: [
          { key: "list", value: list },
          { key: "text", value: { stringValue: "x" } },
        ],
      },
    };
    expect(call({ "gen_ai.tool.call.arguments": pairs, "gen_ai.tool.call.result": pairs })).toMatchObject([
      { input: { list: [1, 0.5, true], text: "x" } },
      { output: '{"list":[1,0.5,true],"text":"x"}' },
    ]);
    expect(call({ "gen_ai.tool.call.arguments": "{half", "gen_ai.tool.call.result": "[1]" })).toMatchObject([
      { input: "{half" },
      { output: "[1]" },
    ]);
  });

  test("and results that only messages tell of are told once, though every request repeats them", () => {
    const asked = {
      role: "assistant",
      tool_calls: [
        { id: "c", function: { name: "add", arguments: '{"a":1}' } },
        { id: "d", name: "sub", arguments: {} },
        {},
      ],
    };
    const talk = [
      { role: "user", content: "Add" },
      asked,
      { role: "tool", tool_call_id: "c", content: "1" },
      { role: "tool", id: "d", content: [{ type: "text", text: "2" }] },
      { role: "user", content: "Thanks" },
    ];
    const { entries, task } = read(
      span("chat", [0, 1], {
        "gen_ai.prompt": JSON.stringify(talk.slice(0, 1)),
        "gen_ai.completion": JSON.stringify([asked]),
      }),
      span("chat", [2, 3], { "gen_ai.prompt": JSON.stringify(talk) }),
      span("chat", [4, 5], { "gen_ai.prompt": JSON.stringify(talk) }),
    );
    expect(task).toBe("Add");
    expect(entries).toEqual([
      { type: "user", timestamp: time(0), text: "Add" },
      { type: "tool_use", timestamp: time(1), id: "c", tool: "add", input: { a: 1 } },
      { type: "tool_use", timestamp: time(1), id: "d", tool: "sub", input: {} },
      { type: "tool_use", timestamp: time(1), id: null, tool: "unknown", input: {} },
      { type: "tool_result", timestamp: time(2), id: "c", output: "1", isError: false },
      { type: "tool_result", timestamp: time(2), id: "d", output: "2", isError: false },
    ]);
  });
});

describe("messages", () => {
  test("as events may be JSON in one attribute, and have calls and results", () => {
    const event = (name: string, content: object) => ({
      name,
      attributes: attributes({ "gen_ai.event.content": JSON.stringify(content) }),
    });
    const events = [
      event("gen_ai.system.message", { content: "Be brief" }),
      event("gen_ai.user.message", { content: "Add" }),
      event("gen_ai.tool.message", { id: "c", content: "42" }),
      event("gen_ai.choice", { message: { content: "Done.", tool_calls: [{ id: "d", function: { name: "log" } }] } }),
      event("other", { content: "x" }),
    ];
    expect(read(span("chat", [0, 1], {}, { events })).entries).toMatchObject([
      { type: "user", text: "Add" },
      { type: "tool_result", id: "c", output: "42" },
      { type: "assistant", text: "Done." },
      { type: "tool_use", id: "d", tool: "log", input: {} },
    ]);
  });

  test("in parts keep thoughts apart; a part of a kind that is new is passed over", () => {
    const parts = [
      { type: "thinking", text: "Hm." },
      { type: "text", text: "So." },
      { type: "from_tomorrow", content: "x" },
      { type: "tool_call", arguments: '{"a":1}' },
    ];
    const found = read(
      span("chat", [0, 1], { "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts }]) }),
    );
    expect(found.entries).toMatchObject([
      { text: "Hm.", thought: true },
      { text: "So." },
      { type: "tool_use", id: null, tool: "unknown", input: { a: 1 } },
    ]);
    expect(found.outcome).toEqual({ status: "completed", result: "So." });
  });

  test("a thought after the last word is not the answer", () => {
    const thought = JSON.stringify([{ role: "assistant", parts: [{ type: "reasoning", content: "Hm." }] }]);
    expect(
      read(span("chat", [0, 1], said("So.")), span("chat", [2, 3], { "gen_ai.output.messages": thought })).outcome,
    ).toEqual({
      status: "completed",
      result: "So.",
    });
  });
});

describe("usage", () => {
  const usage = (values: Record<string, unknown>) =>
    read(
      span(
        "chat",
        [0, 1],
        Object.fromEntries(Object.entries(values).map(([key, value]) => [`gen_ai.usage.${key}`, value])),
      ),
    ).tokenUsage;

  test("is found under its older names, and what a cache held is taken out of the input", () => {
    expect(usage({ prompt_tokens: 9, completion_tokens: 2 })).toEqual({
      input: 9,
      output: 2,
      cacheReadInput: 0,
      cacheWriteInput: 0,
    });
    expect(
      usage({ input_tokens: 20, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 }),
    ).toEqual({ input: 13, output: 2, cacheReadInput: 3, cacheWriteInput: 4 });
    expect(usage({ input_tokens: 20, output_tokens: 2, "cache_creation.input_tokens": 5 })).toMatchObject({
      input: 15,
      cacheWriteInput: 5,
    });
  });

  test.each([{ input_tokens: 1 }, { output_tokens: 1 }, { input_tokens: "1", output_tokens: "1" }, {}])(
    "is not known from %j",
    (values) => expect(usage(values)).toBeNull(),
  );
});
