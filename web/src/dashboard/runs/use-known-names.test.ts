import { expect, test } from "vitest";
import { addNamesOfRuns } from "./use-known-names.ts";

test("names of runs that came in later can be chosen too, each once and in their order", () => {
  const rows = [
    { agent: "slow", scenario: "a" },
    { agent: "fast", scenario: "c" },
    { agent: "slow", scenario: "a" },
  ];
  const known = { agents: ["fast", "tinker"], scenarios: ["b"] };
  expect(addNamesOfRuns(rows, known)).toEqual({ agents: ["fast", "slow", "tinker"], scenarios: ["a", "b", "c"] });
  expect(addNamesOfRuns([], known)).toEqual(known);
});
