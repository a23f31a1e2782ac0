import { expect, test } from "vitest";
import { sumKnownCosts, priceRun } from "./agent-cost.ts";
import { findHighestTokenPrice, computeCostByName } from "../model/price.ts";
import type { Run } from "../run.ts";

const run: Run = {
  runId: "run_1",
  slot: { cell: { scenario: "a", agent: "b", trial: 1 }, attempt: 1 },
  startTime: "",
  endTime: "",
  durationMs: 1,
  outcome: { status: "completed", result: null },
  exitCode: 0,
  orphans: 0,
  transcript: [],
  verified: [],
  skillsInstalled: [],
  environment: [],
  warnings: [],
  // Of no interest to prices.
  facts: {} as Run["facts"],
};
const million = { input: 1_000_000, output: 0 };
const prices = {
  "x/mine": { input: 7, output: 1 },
  "x/both": { input: 1, output: 1 },
  "y/both": { input: 2, output: 1 },
};

test.each<[string, Partial<Run>, string | undefined, number | undefined, Run["costFrom"]]>([
  ["what the program says stands", { totalCostUsd: 0.5, tokenUsage: million }, "mine", 0.5, "agent"],
  ["a program that says a run was free is believed", { totalCostUsd: 0, tokenUsage: million }, "mine", 0, "agent"],
  ["tokens are priced by the model's name without its provider", { tokenUsage: million }, "mine", 7, "prices"],
  ["or with it", { tokenUsage: million }, "x/mine", 7, "prices"],
  ["a list price is found for a dated name", { tokenUsage: million }, "claude-haiku-4-5-20251001", 1, "prices"],
  ["two providers with two prices are no price", { tokenUsage: million }, "both", undefined, undefined],
  ["a model nobody knows has none", { tokenUsage: million }, "unheard-of", undefined, undefined],
  ["without a model by name nobody knows", { tokenUsage: million }, undefined, undefined, undefined],
  ["without tokens nobody knows", {}, "mine", undefined, undefined],
  [
    "a price that holds for short prompts says nothing of a whole run",
    { tokenUsage: million },
    "claude-sonnet-4-5",
    undefined,
    undefined,
  ],
])("%s", (_, said, model, cost, from) => {
  const made = priceRun({ ...run, ...said }, model, prices);
  expect([made.totalCostUsd, made.costFrom]).toEqual([cost, from]);
});

test("what turns cost together is what is known of each; nothing known is not nothing spent", () => {
  expect(sumKnownCosts([{ totalCostUsd: 0.5 }, { totalCostUsd: 0.25 }], undefined)).toBe(0.75);
  expect(sumKnownCosts([{ totalCostUsd: 0.5 }, { tokenUsage: million }, {}], "mine", prices)).toBe(7.5);
  expect(sumKnownCosts([{ tokenUsage: million }], "unheard-of", prices)).toBeNull();
  expect(sumKnownCosts([], "mine", prices)).toBeNull();
});

test("the dearest token of a model is the upper bound of what tokens cost", () => {
  expect(findHighestTokenPrice("mine", prices)).toBe(7 / 1_000_000);
  expect(findHighestTokenPrice("unheard-of", prices)).toBeNull();
  expect(computeCostByName("toString", million, prices)).toBeNull();
});
