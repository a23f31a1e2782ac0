import { expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

type Value = string | number | boolean;
const typed = (value: Value) =>
  typeof value === "string"
    ? { stringValue: value }
    : typeof value === "boolean"
      ? { boolValue: value }
      : { intValue: String(value) };
const attributes = (values: Record<string, Value>) =>
  Object.entries(values).map(([key, value]) => ({ key, value: typed(value) }));
const nano = (second: number) => `${BigInt(Date.UTC(2026, 0, 1) + second * 1000)}000000`;
const time = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

function span(
  operation: string,
  seconds: readonly [number, number],
  values: Record<string, Value> = {},
  more: object = {},
) {
  return {
    traceId: "t",
    spanId: `${operation}-${seconds[0]}`,
    parentSpanId: operation === "invoke_agent" ? "" : "invoke_agent-0",
    name: operation,
    startTimeUnixNano: nano(seconds[0]),
    endTimeUnixNano: nano(seconds[1]),
    attributes: attributes({ "gen_ai.operation.name": operation, ...values }),
    ...more,
  };
}
const document = (...spans: object[]) => ({ resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans }] }] });
const messages = (role: string, ...parts: object[]) => JSON.stringify([{ role, parts }]);
const usage = {
  "gen_ai.usage.input_tokens": 100,
  "gen_ai.usage.output_tokens": 20,
  "gen_ai.usage.cache_read.input_tokens": 30,
};

const run = [
  span("invoke_agent", [0, 9], {
    "gen_ai.agent.name": "mine",
    "gen_ai.conversation.id": "talk-1",
    "gen_ai.usage.input_tokens": 200,
  }),
  span("chat", [0, 2], {
    ...usage,
    "gen_ai.input.messages": messages("user", { type: "text", content: "Add 2 and 40" }),
    "gen_ai.output.messages": messages(
      "assistant",
      { type: "reasoning", content: "Easy." },
      { type: "text", content: "I will add." },
      { type: "tool_call", id: "c1", name: "add", arguments: { a: 2, b: 40 } },
    ),
  }),
  span("execute_tool", [3, 5], {
    "gen_ai.tool.name": "add",
    "gen_ai.tool.call.id": "c1",
    "gen_ai.tool.call.arguments": '{"a":2,"b":40}',
    "gen_ai.tool.call.result": "42",
  }),
  span("chat", [6, 8], {
    ...usage,
    "gen_ai.input.messages": JSON.stringify([
      { role: "user", parts: [{ type: "text", content: "Add 2 and 40" }] },
      { role: "tool", parts: [{ type: "tool_call_response", id: "c1", response: "42" }] },
    ]),
    "gen_ai.output.messages": messages("assistant", { type: "text", content: "It is 42." }),
  }),
];

const whole = {
  format: "otel",
  agentName: "mine",
  problems: [],
  task: "Add 2 and 40",
  sessionId: "talk-1",
  tokenUsage: { input: 140, output: 40, cacheReadInput: 60 },
  outcome: { status: "completed", result: "It is 42." },
  startTime: time(0),
  endTime: time(9),
  durationMs: 9000,
  entries: [
    { type: "user", text: "Add 2 and 40", timestamp: time(0) },
    { type: "assistant", text: "Easy.", thought: true, timestamp: time(2) },
    { type: "assistant", text: "I will add.", timestamp: time(2) },
    { type: "tool_use", tool: "add", id: "c1", input: { a: 2, b: 40 }, timestamp: time(3) },
    { type: "tool_result", id: "c1", output: "42", isError: false, timestamp: time(5) },
    { type: "assistant", text: "It is 42.", timestamp: time(8) },
  ],
};

test.each<[string, string[]]>([
  ["one document over many lines", JSON.stringify(document(...run), null, 2).split("\n")],
  ["one document on one line", [JSON.stringify(document(...run))]],
  [
    "one export per line, in the order in which spans ended",
    [2, 1, 3, 0].map((index) => JSON.stringify(document(run[index]!))),
  ],
  ["a list of exports", [JSON.stringify([document(run[1]!, run[0]!), document(run[3]!, run[2]!)])]],
])("spans are read from %s", (_, lines) => {
  expect(readTranscript(lines)).toMatchObject(whole);
});

test("without a span of its own a call is taken from the messages, and its result from the next request", () => {
  const { entries } = readTranscript([JSON.stringify(document(run[1]!, run[3]!))]);
  expect(entries).toMatchObject([
    { type: "user" },
    { type: "assistant" },
    { type: "assistant" },
    { type: "tool_use", id: "c1", tool: "add" },
    { type: "tool_result", id: "c1", output: "42" },
    { type: "assistant" },
  ]);
});

test("older exporters tell each message as an event", () => {
  const told = (name: string, values: Record<string, Value>) => ({
    timeUnixNano: nano(0),
    name,
    attributes: attributes(values),
  });
  const events = [
    told("gen_ai.user.message", { content: "Add 2 and 40" }),
    told("gen_ai.choice", { index: 0, finish_reason: "stop", message: '{"role":"assistant","content":"It is 42."}' }),
  ];
  expect(readTranscript([JSON.stringify(document(span("chat", [0, 2], {}, { events })))])).toMatchObject({
    task: "Add 2 and 40",
    outcome: { status: "completed", result: "It is 42." },
  });
});

test.each([
  [{ "error.type": "401" }, "auth"],
  [{ "error.type": "429" }, "rate-limit"],
  [{ "error.type": "500" }, "network"],
  [{ "error.type": "ToolLoopError" }, "agent"],
])("an agent whose span ended with %j has failed with %s", (values, code) => {
  const failed = span("invoke_agent", [0, 9], values, { status: { code: 2, message: "it broke" } });
  expect(readTranscript([JSON.stringify(document(failed, ...run.slice(1)))]).outcome).toEqual({
    status: "failed",
    code,
    message: "it broke",
  });
});

test("a tool that failed is an error, and the run goes on", () => {
  const failed = { ...run[2]!, status: { code: "STATUS_CODE_ERROR", message: "overflow" } };
  const { entries, outcome } = readTranscript([JSON.stringify(document(run[0]!, run[1]!, failed, run[3]!))]);
  expect(entries[4]).toMatchObject({ isError: true, output: "42" });
  expect(outcome.status).toBe("completed");
});

test("spans of other things are passed over, and kinds of operations nobody knows are counted", () => {
  const other = { ...span("chat", [0, 1]), attributes: attributes({ "http.method": "GET" }) };
  const found = readTranscript([JSON.stringify(document(other, span("teleport", [1, 2]), ...run))]);
  expect(found.entries).toHaveLength(6);
  expect(found.unknownEvents).toEqual([{ event: "teleport", count: 1 }]);
});

test("without a span of the agent the run lasts from the first beginning to the last end, under the name a model span gives", () => {
  const chat = span("chat", [1, 4], { "gen_ai.agent.name": "Weather agent (beta)" });
  const tool = span("execute_tool", [2, 7], { "gen_ai.tool.name": "add", "gen_ai.tool.call.id": "c1" });
  expect(readTranscript([JSON.stringify(document(tool, chat))])).toMatchObject({
    agentName: "Weather-agent-beta",
    startTime: time(1),
    endTime: time(7),
    durationMs: 6000,
  });
});

test.each(["", "   ", "..", "\u202e", "x".repeat(300)])(
  "a name that cannot be used, %j, leaves that of the format",
  (name) => {
    const agent = span("invoke_agent", [0, 9], { "gen_ai.agent.name": name });
    expect(readTranscript([JSON.stringify(document(agent, run[1]!))]).agentName).toBe("otel");
  },
);

test("a span without times states none: those of the entries count", () => {
  const agent = { ...span("invoke_agent", [0, 9]), startTimeUnixNano: "soon", endTimeUnixNano: undefined };
  expect(readTranscript([JSON.stringify(document(agent, ...run.slice(1)))])).toMatchObject({ durationMs: 8000 });
});
