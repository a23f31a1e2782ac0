import { describe, expect, test } from "vitest";
import { AxisError } from "../../core/error.ts";
import { describeMissingKey } from "./api-key.ts";
import { type ModelSpec, parseModelSpec } from "./model-spec.ts";
import { builtInProviders } from "./provider-table.ts";
import { providerRegistry } from "./registry.ts";

describe("parseModelSpec", () => {
  test("a name is provider and model, and the model may hold slashes", () => {
    expect(parseModelSpec("anthropic/claude-sonnet-4-5")).toEqual({
      provider: "anthropic",
      model: "claude-sonnet-4-5",
    });
    const baseUrl = "http://localhost:1234/v1";
    expect(parseModelSpec({ provider: "openai-compatible", model: "meta/llama/3", baseUrl })).toEqual({
      provider: "compatible",
      model: "meta/llama/3",
      baseUrl,
    });
  });

  const mistakes: [written: unknown, message: RegExp][] = [
    ["claude", /"claude" is not a valid model name/],
    ["/claude", /is not a valid model name/],
    ["anthropic/", /is not a valid model name/],
    ["antropic/claude", /Unknown provider "antropic"; did you mean "anthropic"\?/],
    ["nobody/claude", /Unknown provider "nobody"$/],
    ["__proto__/x", /Unknown provider "__proto__"$/],
    ["compatible/llama", /"compatible\/llama" needs the URL of its server/],
    [{ provider: "openai", model: "" }, /not valid/],
    [{ provider: "openai", model: "m", baseUrl: "file:///etc/passwd" }, /not valid/],
    [{ provider: "openai", model: "m", baseUrl: "localhost" }, /not valid/],
    [{ provider: "openai", model: "m", maxOutputTokens: 0 }, /not valid/],
    [{ provider: "openai", model: "m", apiKey: "sk-in-the-config" }, /not valid/],
  ];

  test.each(mistakes)("%o is a mistake with a reason", (written, message) => {
    const parse = () => parseModelSpec(written as ModelSpec);
    expect(parse).toThrow(AxisError);
    expect(parse).toThrow(message);
  });

  test("a key in the wrong place is not repeated in the message", () => {
    const written = { provider: "openai", model: "m", apiKey: "sk-in-the-config" } as never;
    expect(() => parseModelSpec(written)).toThrow(/^(?!.*sk-in-the-config)/s);
  });
});

describe("missing", () => {
  const rows: [spec: ModelSpec, env: Record<string, string>, sentence: string | null][] = [
    [{ provider: "anthropic", model: "m" }, {}, "anthropic/m needs ANTHROPIC_API_KEY, which is not set"],
    [
      { provider: "anthropic", model: "m" },
      { ANTHROPIC_API_KEY: " " },
      "anthropic/m needs ANTHROPIC_API_KEY, which is not set",
    ],
    [{ provider: "anthropic", model: "m" }, { ANTHROPIC_API_KEY: "k" }, null],
    [{ provider: "openai", model: "m" }, { ANTHROPIC_API_KEY: "k" }, "openai/m needs OPENAI_API_KEY, which is not set"],
    [{ provider: "google", model: "m" }, { GOOGLE_API_KEY: "k" }, "google/m needs GEMINI_API_KEY, which is not set"],
    [
      { provider: "google", model: "m", apiKeyEnv: "MINE" },
      { GEMINI_API_KEY: "k" },
      "google/m needs MINE, which is not set",
    ],
    [{ provider: "google", model: "m", apiKeyEnv: "MINE" }, { MINE: "k" }, null],
    [{ provider: "compatible", model: "m", baseUrl: "http://x" }, {}, null],
    [
      { provider: "compatible", model: "m", baseUrl: "http://x", apiKeyEnv: "MINE" },
      {},
      "compatible/m needs MINE, which is not set",
    ],
  ];

  test.each(rows)("%o with %o: %s", (spec, env, sentence) => {
    expect(describeMissingKey(spec, env)).toBe(sentence);
  });
});

describe("the registry", () => {
  test("knows the built-in providers and their other names", () => {
    expect(providerRegistry().names()).toEqual(["anthropic", "openai", "google", "compatible", "openai-compatible"]);
  });

  test("a provider of one's own is found by its names, and a name is given once", () => {
    const registry = providerRegistry();
    const mine = { name: "mine", aliases: ["ours"], openLanguageModel: () => Promise.reject(new Error("no")) };
    registry.register(mine);
    expect(registry.find("ours")).toBe(mine);
    expect(parseModelSpec("ours/m", registry)).toEqual({ provider: "mine", model: "m" });
    expect(() => registry.register({ ...mine, name: "theirs" })).toThrow('Provider "ours" is already registered');
    expect(() => registry.register({ ...mine, name: "openai", aliases: [] })).toThrow(AxisError);
  });

  test("every default model of the table can be named", () => {
    const names = builtInProviders.flatMap(({ name, defaultModel }) =>
      defaultModel ? [`${name}/${defaultModel}`] : [],
    );
    expect(names.map((name) => parseModelSpec(name).model)).toEqual([
      "claude-sonnet-4-5",
      "gpt-4.1",
      "gemini-2.5-flash",
    ]);
  });
});
