/** Every wire with its vendor's client, the AI SDK, as the one that has to understand it. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText, jsonSchema, type LanguageModel, Output, streamText, tool } from "ai";
import { describe, expect, test } from "vitest";
import type { ScriptInput } from "../script.ts";
import { openScriptedModel, type ScriptedModel } from "../server.ts";

const apiKey = "sk-scripted-client";
const clients: Record<string, (model: ScriptedModel) => LanguageModel> = {
  anthropic: ({ url }) => createAnthropic({ baseURL: `${url}/v1`, apiKey })("claude-sonnet-4-5"),
  "anthropic, structured answers by a tool": ({ url }) =>
    createAnthropic({ baseURL: `${url}/v1`, apiKey })("claude-3-haiku"),
  "openai-responses": ({ url }) => createOpenAI({ baseURL: `${url}/v1`, apiKey })("gpt-5.5"),
  "openai-chat": ({ url }) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat("gpt-4.1"),
  "openai-chat, a compatible server": ({ url }) =>
    createOpenAICompatible({ name: "other", baseURL: `${url}/v1`, apiKey, supportsStructuredOutputs: true })("local"),
  gemini: ({ url }) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey })("gemini-2.5-flash"),
};

const bash = tool({
  description: "runs a command",
  inputSchema: jsonSchema<{ command: string }>({ type: "object", properties: { command: { type: "string" } } }),
});
const shape = Output.object({
  schema: jsonSchema<{ score: number }>({
    type: "object",
    properties: { score: { type: "number" } },
    required: ["score"],
    additionalProperties: false,
  }),
});
const usage = { input: 90, output: 20, cacheRead: 10 };

/** Streamed or not, it is the same answer. */
const ways = {
  async plain(options: Parameters<typeof generateText>[0]) {
    const { text, toolCalls, finishReason, reasoningText, usage: used } = await generateText(options);
    return { text, toolCalls, finishReason, reasoningText, used };
  },
  async streamed(options: Parameters<typeof generateText>[0]) {
    const result = streamText({ ...(options as Parameters<typeof streamText>[0]), onError: () => {} });
    await result.consumeStream({
      onError: (error) => {
        throw error;
      },
    });
    return {
      text: await result.text,
      toolCalls: await result.toolCalls,
      finishReason: await result.finishReason,
      reasoningText: await result.reasoningText,
      used: await result.usage,
    };
  },
};

describe.each(Object.entries(clients))("%s", (name, client) => {
  const open = (script: ScriptInput) => openScriptedModel(script);

  describe.each(Object.entries(ways))("%s", (_way, ask) => {
    test("text with its usage, cache apart", async () => {
      await using model = await open({ steps: [{ text: "Grüße 👋 and a longer text, in pieces.", usage }] });
      const { text, finishReason, used } = await ask({ model: client(model), prompt: "go" });
      expect([text, finishReason]).toEqual(["Grüße 👋 and a longer text, in pieces.", "stop"]);
      expect([used.inputTokens, used.outputTokens, used.inputTokenDetails.cacheReadTokens]).toEqual([100, 20, 10]);
      expect([model.requests[0]?.wire, model.sawKey("client")]).toEqual([name.split(",")[0], true]);
    });

    test("two calls at once, each with its own id", async () => {
      const calls = ["ls", "cat 'a b'"].map((command) => ({ tool: "shell" as const, command }));
      await using model = await open({ steps: [{ text: "Looking.", calls }] });
      const { toolCalls, finishReason } = await ask({ model: client(model), prompt: "go", tools: { Bash: bash } });
      expect(finishReason).toBe("tool-calls");
      expect(toolCalls.map(({ toolName, input }) => [toolName, input])).toEqual([
        ["Bash", { command: "ls" }],
        ["Bash", { command: "cat 'a b'" }],
      ]);
      expect(new Set(toolCalls.map(({ toolCallId }) => toolCallId)).size).toBe(2);
    });

    test("thinking", async () => {
      await using model = await open({ steps: [{ thinking: "Let me see.", text: "Seen." }] });
      const { text, reasoningText } = await ask({ model: client(model), prompt: "go" });
      // OpenAI's own chat completions have no place for it.
      expect([text, reasoningText]).toEqual(["Seen.", name === "openai-chat" ? undefined : "Let me see."]);
    });

    test("an answer that was cut, and one that was refused", async () => {
      await using model = await open({
        next: "request",
        steps: [
          { text: "half", stop: "length" },
          { text: "no", stop: "refusal" },
        ],
      });
      expect((await ask({ model: client(model), prompt: "go" })).finishReason).toBe("length");
      expect((await ask({ model: client(model), prompt: "go" })).finishReason).toBe("content-filter");
    });
  });

  test("a whole exchange: call, result, answer", async () => {
    await using model = await open({
      steps: [{ text: "Looking.", calls: [{ tool: "shell", command: "ls" }] }, { text: "There is one file." }],
    });
    const executed = tool({
      inputSchema: jsonSchema<{ command: string }>({ type: "object", properties: { command: { type: "string" } } }),
      execute: async ({ command }) => `${command}: a.txt`,
    });
    const { text, steps } = await generateText({
      model: client(model),
      prompt: "what is here?",
      tools: { Bash: executed },
      stopWhen: ({ steps: taken }) => taken.length === 3,
    });
    expect([text, steps.length]).toEqual(["There is one file.", 2]);
    expect(model.requests.map(({ step }) => step)).toEqual([1, 2]);
    expect(JSON.stringify(model.requests[1]?.body)).toContain("ls: a.txt");
  });

  test("a structured answer", async () => {
    await using model = await open({ steps: [{ json: { score: 7 } }] });
    const { output } = await generateText({ model: client(model), prompt: "grade it", output: shape });
    expect(output).toEqual({ score: 7 });
  });

  test.each([400, 401, 429, 500])("the status %i in the vendor's words", async (status) => {
    await using model = await open({
      steps: [{ text: "x" }],
      faults: [{ kind: "status", status, message: "by design" }],
    });
    const failure = await generateText({ model: client(model), prompt: "go", maxRetries: 0 }).catch(
      (error: unknown) => error,
    );
    expect(APICallError.isInstance(failure) ? [failure.statusCode, failure.message] : failure).toEqual([
      status,
      "by design",
    ]);
  });

  test("an answer with nothing in it", async () => {
    await using model = await open({ steps: [{}] });
    expect((await ways.streamed({ model: client(model), prompt: "go" })).text).toBe("");
  });
});
