import { expect, test } from "vitest";
import type { AgentAdapter } from "../../core/agent.ts";
import { gatewayFindings } from "./gateway-findings.ts";

const adapter = (gateway?: readonly string[]) => ({ name: "x", gateway }) as unknown as AgentAdapter;

test("one line says where each agent's key is", () => {
  const agents = [
    { name: "claude-code", adapter: adapter(["ANTHROPIC_API_KEY"]) },
    { name: "codex", adapter: adapter(["CODEX_API_KEY"]) },
    { name: "copilot", adapter: adapter(["COPILOT_PROVIDER_API_KEY"]) },
    { name: "opencode", adapter: adapter(["OPENROUTER_API_KEY"]) },
    { name: "cursor-agent", adapter: adapter() },
    { name: "no-program", adapter: adapter() },
  ];
  const statuses = [
    { name: "claude-code", keysSet: ["ANTHROPIC_API_KEY"] },
    { name: "codex", keysSet: ["CODEX_API_KEY"] },
    { name: "copilot", keysSet: [], login: "~/.copilot" },
    { name: "opencode", keysSet: [] },
    { name: "cursor-agent", keysSet: ["CURSOR_API_KEY"] },
  ];
  const env = { ANTHROPIC_API_KEY: "a", CODEX_API_KEY: "b", CURSOR_API_KEY: "c" };
  expect(gatewayFindings(agents, statuses, env)).toEqual([
    {
      topic: "gateway",
      status: "note",
      message: "claude-code, codex: key outside. copilot: login, inside. opencode: no key. cursor-agent: key inside",
    },
  ]);
  expect(gatewayFindings([], [], env)).toEqual([]);
});
