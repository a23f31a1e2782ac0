import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { builtInAgents } from "./catalog.ts";
import { findAgentProof, proofNames } from "./proof.ts";

test("every built-in agent stands under its own name", () => {
  expect(Object.values(builtInAgents).map(({ name }) => name)).toEqual(Object.keys(builtInAgents));
});

test("the built-in agents are these", () => {
  expect(Object.keys(builtInAgents).join(" ")).toBe(
    "command replay claude-code codex gemini claude-sdk codex-sdk qwen-code goose opencode fast-agent openhands kimi " +
      "mistral-vibe blackbox stakpak poolside vtcode cursor-agent auggie factory-droid qoder cline kilo copilot kiro-cli",
  );
});

test("names that every object has are no agents", () => {
  expect(builtInAgents["constructor"]).toBe(undefined);
  expect(builtInAgents["__proto__"]).toBe(undefined);
});

const providers = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"];

test("docs/agents.md has a row for each that is a program: its keys, whether it takes a model, how far it is proven", async () => {
  const page = await readFile(new URL("../../docs/agents.md", import.meta.url), "utf8");
  for (const { name, keys, acceptsModel, ready } of Object.values(builtInAgents)) {
    if (ready === undefined) continue;
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` | \``));
    expect([name, row]).toEqual([name, expect.any(String)]);
    const proof = proofNames[findAgentProof(name) ?? "never"];
    expect(row?.endsWith(`| ${acceptsModel === false ? "no" : "yes"} | ${proof} |`)).toBe(true);
    for (const key of keys?.required ?? []) expect(row).toContain(`**\`${key}\`**`);
    expect([name, /\bone of\b/.test(row ?? "")]).toEqual([name, keys?.oneOf !== undefined]);
    const others = [...(keys?.oneOf ?? []), ...(keys?.optional ?? [])];
    expect([name, row?.includes("provider keys")]).toEqual([name, providers.every((key) => others.includes(key))]);
    for (const key of others.filter((each) => !providers.includes(each))) expect(row).toContain(`\`${key}\``);
  }
});

test("every built-in agent that is a program says how far it is proven, and has a key to sign in with", () => {
  for (const { name, keys, ready } of Object.values(builtInAgents)) {
    expect([name, findAgentProof(name) !== undefined]).toEqual([name, ready !== undefined]);
    expect([name, keys !== undefined]).toEqual([name, ready !== undefined]);
  }
});
