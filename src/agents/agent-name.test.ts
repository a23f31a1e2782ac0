import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { AgentConfig } from "../core/agent/agent-config.ts";
import { foldName } from "../core/names/names.ts";
import { generateAgentNames } from "./agent-name.ts";

test("without a model the agent's own name is enough", () => {
  expect(generateAgentNames([{ agent: "command" }, { agent: "replay" }])).toEqual(["command", "replay"]);
});

test("a model follows after a bar, with everything unfit for a file name as one hyphen", () => {
  expect(generateAgentNames([{ agent: "command", model: "anthropic/some-model" }])).toEqual([
    "command|anthropic-some-model",
  ]);
  expect(generateAgentNames([{ agent: "command", model: "//a:: b//" }])).toEqual(["command|a-b"]);
});

test("a model without any fit character leaves the agent's name alone", () => {
  expect(generateAgentNames([{ agent: "command", model: "///" }])).toEqual(["command"]);
});

test("a given name wins over the generated one", () => {
  expect(generateAgentNames([{ agent: "command", model: "m", name: "tinker" }])).toEqual(["tinker"]);
});

test("agents are named in lower case", () => {
  expect(generateAgentNames([{ agent: "Command" }])).toEqual(["command"]);
});

test("a name met again gets -2, then -3", () => {
  expect(generateAgentNames([{ agent: "a" }, { agent: "a" }, { agent: "a" }])).toEqual(["a", "a-2", "a-3"]);
});

test("a number that is already a name of its own is passed over", () => {
  expect(generateAgentNames([{ agent: "a" }, { agent: "b", name: "a-2" }, { agent: "a" }])).toEqual([
    "a",
    "a-2",
    "a-3",
  ]);
  expect(generateAgentNames([{ agent: "a" }, { agent: "a" }, { agent: "b", name: "a-2" }])).toEqual([
    "a",
    "a-2",
    "a-2-2",
  ]);
});

test("names that differ only in case would share a file, so the second is numbered", () => {
  expect(
    generateAgentNames([
      { agent: "a", name: "Tinker" },
      { agent: "a", name: "tinker" },
    ]),
  ).toEqual(["Tinker", "tinker-2"]);
});

test("names are unique and hold nothing but letters, digits, dots, underscores, hyphens and one bar", () => {
  const config: fc.Arbitrary<AgentConfig> = fc.record({
    agent: fc.constantFrom("command", "replay", "mine"),
    model: fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
  });
  fc.assert(
    fc.property(fc.array(config, { maxLength: 30 }), (configs) => {
      const names = generateAgentNames(configs);
      expect(new Set(names.map(foldName)).size).toBe(configs.length);
      expect(names.filter((name) => !/^[a-z]+(?:[|][A-Za-z0-9._-]+|-\d+)?$/.test(name))).toEqual([]);
    }),
  );
});
