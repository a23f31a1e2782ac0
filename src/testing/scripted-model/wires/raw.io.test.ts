/** Every wire as it is on the wire, without a client that forgives: names and order of events, ids, usage. */
import { describe, expect, test } from "vitest";
import { openScriptedModel, type ScriptedModel } from "../server.ts";

const script = {
  steps: [
    {
      thinking: "Hm.",
      text: "I look.",
      calls: [{ tool: "shell" as const, command: "ls" }],
      usage: { input: 70, output: 30, cacheRead: 20, cacheWrite: 10, reasoning: 5 },
    },
  ],
};

interface StreamedEvent {
  readonly event: string | undefined;
  readonly data: string;
}

async function post(model: ScriptedModel, path: string, body: object): Promise<Response> {
  return fetch(model.url + path, { method: "POST", body: JSON.stringify(body) });
}

async function streamed(model: ScriptedModel, path: string, body: object): Promise<StreamedEvent[]> {
  const reply = await post(model, path, body);
  expect(reply.headers.get("content-type")).toBe("text/event-stream");
  return (await reply.text())
    .split("\n\n")
    .filter((block) => block !== "")
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1],
      data: /^data: (.*)$/m.exec(block)?.[1] ?? "",
    }));
}

const parsed = (events: readonly StreamedEvent[]) =>
  events.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
/** Names in order, repetitions of deltas once. */
const names = (all: readonly (string | undefined)[]) => all.filter((name, index) => name !== all[index - 1]);

describe("Anthropic Messages", () => {
  const body = {
    model: "claude-x",
    tools: [{ name: "Bash", input_schema: {} }],
    messages: [{ role: "user", content: "go" }],
  };

  test("plain", async () => {
    await using model = await openScriptedModel(script);
    expect(await (await post(model, "/v1/messages?beta=true", body)).json()).toEqual({
      id: "msg_scripted1",
      type: "message",
      role: "assistant",
      model: "claude-x",
      content: [
        { type: "thinking", thinking: "Hm.", signature: expect.any(String) },
        { type: "text", text: "I look." },
        { type: "tool_use", id: "toolu_scripted1_1", name: "Bash", input: { command: "ls" } },
      ],
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 70, output_tokens: 30, cache_creation_input_tokens: 10, cache_read_input_tokens: 20 },
    });
  });

  test("streamed: every block is opened, filled and closed, and the usage comes last", async () => {
    await using model = await openScriptedModel(script);
    const events = await streamed(model, "/v1/messages", { ...body, stream: true });
    const block = ["content_block_start", "content_block_delta", "content_block_stop"];
    expect(names(events.map(({ event }) => event))).toEqual([
      "message_start",
      ...block,
      ...block,
      ...block,
      "message_delta",
      "message_stop",
    ]);
    expect(parsed(events).map(({ type }) => type)).toEqual(events.map(({ event }) => event));
    expect(parsed(events).at(-2)).toMatchObject({ delta: { stop_reason: "tool_use" }, usage: { output_tokens: 30 } });
  });
});

describe("OpenAI Responses", () => {
  const tools = [
    { type: "namespace", name: "mcp__shop", tools: [{ type: "function", name: "buy" }] },
    { type: "function", name: "exec_command", parameters: { properties: { cmd: {} } } },
  ];
  const body = { model: "gpt-x", tools, input: "go" };

  test("plain", async () => {
    await using model = await openScriptedModel(script);
    expect(await (await post(model, "/v1/responses", body)).json()).toMatchObject({
      id: "resp_scripted1",
      status: "completed",
      output: [
        { type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }] },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "I look." }] },
        { type: "function_call", call_id: "call_scripted1_1", name: "exec_command", arguments: '{"cmd":"ls"}' },
      ],
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 20 },
        output_tokens: 30,
        output_tokens_details: { reasoning_tokens: 5 },
        total_tokens: 130,
      },
    });
    expect(model.requests[0]?.tools).toEqual(["mcp__shop.buy", "exec_command"]);
  });

  test("streamed: numbered in order, from created to completed", async () => {
    await using model = await openScriptedModel(script);
    const events = parsed(await streamed(model, "/responses", { ...body, stream: true }));
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    const types = events.map(({ type }) => String(type).replace("response.", ""));
    expect(types.filter((type) => !type.endsWith("delta"))).toEqual([
      "created",
      "in_progress",
      "output_item.added",
      "reasoning_summary_part.added",
      "reasoning_summary_text.done",
      "reasoning_summary_part.done",
      "output_item.done",
      "output_item.added",
      "content_part.added",
      "output_text.done",
      "content_part.done",
      "output_item.done",
      "output_item.added",
      "function_call_arguments.done",
      "output_item.done",
      "completed",
    ]);
  });

  test("a call in a group names the group; plain text is a call of a custom tool", async () => {
    await using model = await openScriptedModel({
      steps: [
        {
          calls: [
            { tool: "mcp", name: "buy", arguments: { n: 1 } },
            { tool: "raw", name: "apply_patch", arguments: "*** Begin Patch" },
          ],
        },
      ],
    });
    expect(await (await post(model, "/v1/responses", body)).json()).toMatchObject({
      output: [
        { type: "function_call", name: "buy", namespace: "mcp__shop", arguments: '{"n":1}' },
        { type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch" },
      ],
    });
  });
});

describe("OpenAI chat completions", () => {
  const tools = [{ type: "function", function: { name: "bash", parameters: { properties: { command: {} } } } }];
  const body = { model: "gpt-x", tools, messages: [{ role: "user", content: "go" }] };
  const call = { id: "call_scripted1_1", type: "function", function: { name: "bash", arguments: '{"command":"ls"}' } };

  test("plain", async () => {
    await using model = await openScriptedModel(script);
    expect(await (await post(model, "/v1/chat/completions", body)).json()).toMatchObject({
      object: "chat.completion",
      choices: [
        { message: { role: "assistant", content: "I look.", tool_calls: [call] }, finish_reason: "tool_calls" },
      ],
      usage: {
        prompt_tokens: 100,
        completion_tokens: 30,
        total_tokens: 130,
        prompt_tokens_details: { cached_tokens: 20 },
      },
    });
  });

  test("streamed: the finish, then the usage, then [DONE]", async () => {
    await using model = await openScriptedModel(script);
    const events = await streamed(model, "/v1/chat/completions", { ...body, stream: true });
    expect(events.at(-1)?.data).toBe("[DONE]");
    const chunks = parsed(events.slice(0, -1));
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 130 } });
    expect(chunks.at(-2)).toMatchObject({ choices: [{ delta: {}, finish_reason: "tool_calls" }] });
    expect(new Set(chunks.map(({ id }) => id))).toEqual(new Set(["chatcmpl-scripted1"]));
  });
});

describe("Gemini", () => {
  const tools = [
    { functionDeclarations: [{ name: "run_shell_command", parametersJsonSchema: { properties: { command: {} } } }] },
  ];
  const body = { tools, contents: [{ role: "user", parts: [{ text: "go" }] }] };
  const call = { functionCall: { id: "call_scripted1_1", name: "run_shell_command", args: { command: "ls" } } };
  const usageMetadata = {
    promptTokenCount: 100,
    candidatesTokenCount: 25,
    thoughtsTokenCount: 5,
    cachedContentTokenCount: 20,
    totalTokenCount: 130,
  };

  test("plain", async () => {
    await using model = await openScriptedModel(script);
    expect(await (await post(model, "/v1beta/models/gemini-x:generateContent", body)).json()).toEqual({
      candidates: [
        {
          content: { role: "model", parts: [{ text: "Hm.", thought: true }, { text: "I look." }, call] },
          index: 0,
          finishReason: "STOP",
        },
      ],
      usageMetadata,
      modelVersion: "gemini-x",
      responseId: "scripted1",
    });
  });

  test("streamed: only the last chunk says how it ended and what it took", async () => {
    await using model = await openScriptedModel(script);
    const path = "/v1beta/models/gemini-x:streamGenerateContent?alt=sse&key=sk-scripted-address";
    const chunks = parsed(await streamed(model, path, body));
    expect(chunks.at(-1)).toMatchObject({
      candidates: [{ content: { parts: [call] }, finishReason: "STOP" }],
      usageMetadata,
    });
    expect(chunks.slice(0, -1).some((chunk) => "usageMetadata" in chunk)).toBe(false);
    expect(model.sawKey("address")).toBe(true);
  });
});
