import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openScriptedModel } from "../../../testing/scripted-model/server.ts";
import { createModelSource } from "./metric-models.ts";

const none = { modelName: undefined, llmProvider: undefined };
const keys = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", GEMINI_API_KEY: "k" };
const idOf = async (request: object, env: Record<string, string>) =>
  (await createModelSource({ ...keys, ...env }).model({ ...none, ...request }))?.id ?? null;

describe("the models that metrics name", () => {
  test.each([
    ["by one name", { modelName: "openai/gpt-4.1" }, {}, "openai/gpt-4.1"],
    ["by provider and name", { modelName: "gpt-4.1", llmProvider: "openai" }, {}, "openai/gpt-4.1"],
    ["by provider alone: its usual one", { llmProvider: "anthropic" }, {}, "anthropic/claude-sonnet-4-5"],
    ["by the settings", {}, { LLM_PROVIDER: "google", LLM_MODEL_NAME: "gemini-2.5-pro" }, "google/gemini-2.5-pro"],
    ["by the settings' provider alone", {}, { LLM_PROVIDER: "google" }, "google/gemini-2.5-flash"],
    ["by the request before the settings", { modelName: "openai/a" }, { LLM_PROVIDER: "google" }, "openai/a"],
    ["by a name and the settings' provider", { modelName: "a" }, { LLM_PROVIDER: "openai" }, "openai/a"],
    ["by nothing: there is none", {}, { LLM_PROVIDER: " " }, null],
  ])("%s", async (_, request, env, id) => {
    expect(await idOf(request, env as Record<string, string>)).toBe(id);
  });

  test("a provider nobody knows is a mistake with the nearest name", async () => {
    await expect(idOf({ modelName: "antropic/x" }, {})).rejects.toThrow(/antropic/);
  });

  test("a key that is not set is a mistake, before anything is asked", async () => {
    const opening = createModelSource({}).model({ ...none, modelName: "openai/gpt-4.1" });
    await expect(opening).rejects.toThrow(/OPENAI_API_KEY/);
  });

  test("a compatible server without a usual model needs a name", async () => {
    await expect(idOf({ llmProvider: "compatible" }, {})).rejects.toThrow(/has no default model/);
  });
});

describe("a model of the settings over HTTP", () => {
  const script = {
    values: { nonce: 'whose "nonce" is "(\\w+)"' },
    conversations: [{ name: "judge", steps: [{ json: { nonce: "{{nonce}}", yes: true } }] }],
  };
  let model: Awaited<ReturnType<typeof openScriptedModel>>;
  beforeAll(async () => {
    model = await openScriptedModel(script);
  });
  afterAll(() => model[Symbol.asyncDispose]());

  test("API_BASE_URL is the address of a compatible server", async () => {
    const env = { LLM_PROVIDER: "compatible", LLM_MODEL_NAME: "llama", API_BASE_URL: `${model.url}/v1` };
    const opened = await createModelSource(env).model(none);
    const question = { about: "test", prompt: "Say yes.", facts: {}, answer: z.object({ yes: z.boolean() }) };
    const answer = await opened?.ask(question, { abort: new AbortController().signal });
    expect(answer).toMatchObject({ status: "answered", value: { yes: true } });
  });
});
