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
