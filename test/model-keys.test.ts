import { expect, test } from "vitest";
import { builtInAgents } from "../src/agents/catalog.ts";
import { commandAgent } from "../src/agents/command.ts";
import { builtInProviders } from "../src/judging/models/provider-table.ts";
import { listAgentKeys } from "../src/core/agent/agent-keys.ts";
import { modelKeys } from "../src/runner/secrets/model-keys.ts";

/** Variables of built-in agents that are no keys of models: addresses, names, and tokens that open more than a model. */
const others = [
  ..."OPENAI_BASE_URL OPENAI_MODEL COPILOT_PROVIDER_BASE_URL COPILOT_MODEL".split(" "),
  ..."GH_TOKEN GITHUB_TOKEN KIMI_MODEL_NAME KIMI_MODEL_BASE_URL KIMI_MODEL_PROVIDER_TYPE".split(" "),
];

test("every key of a model that AXIS knows is one to every run, whichever agent and judge it has", () => {
  const ofAgents = Object.values(builtInAgents).flatMap(listAgentKeys);
  const ofProviders = builtInProviders.flatMap(({ keyVariable }) => keyVariable ?? []);
  const known = modelKeys({ agent: { adapter: commandAgent }, judges: {} });
  expect(ofAgents.length).toBeGreaterThan(20);
  expect([...ofAgents, ...ofProviders].filter((name) => !known.includes(name) && !others.includes(name))).toEqual([]);
});
