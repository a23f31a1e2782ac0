import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { builtInAgents } from "./catalog.ts";

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

test("docs/agents.md has a row for each that is a program, with its keys and whether it takes a model", async () => {
  const page = await readFile(new URL("../../docs/agents.md", import.meta.url), "utf8");
  const providers = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"];
  for (const { name, keys, acceptsModel, ready } of Object.values(builtInAgents)) {
    if (ready === undefined) continue;
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` | \``));
    expect([name, row]).toEqual([name, expect.any(String)]);
    expect(row).toMatch(acceptsModel === false ? /\| no \|$/ : /\| yes \|$/);
    for (const key of keys?.required ?? []) expect(row).toContain(`**\`${key}\`**`);
    const optional = keys?.optional ?? [];
    expect([name, row?.includes("provider keys")]).toEqual([name, providers.every((key) => optional.includes(key))]);
    for (const key of optional.filter((each) => !providers.includes(each))) expect(row).toContain(`\`${key}\``);
  }
});
