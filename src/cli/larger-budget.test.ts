import { expect, test } from "vitest";
import { suggestLargerBudget } from "./run-project.ts";

const side = (knownUsd: number, tokens: number) => ({ costUsd: knownUsd, knownUsd, tokens, unknown: 0 });
const stopped = "the run reached its limit of its end";

test("a budget is doubled, also in parts of a unit", () => {
  const spent = { agents: side(0.2, 200), judges: side(0, 0) };
  const budget = { costUsd: 0.25, minutes: 0.5, spent, stopped };
  expect(suggestLargerBudget({ budget, durationMs: 1000 }, {})).toBe(" --budget-usd 0.5 --budget-minutes 1");
});

test("what was spent beyond it counts again, so the next one is larger than that", () => {
  const spent = { agents: side(0, 900), judges: side(1.234, 120) };
  const budget = { costUsd: 1, tokens: 100, minutes: 1, spent, stopped };
  expect(suggestLargerBudget({ budget, durationMs: 90_000 }, { allowUnknownCost: true })).toBe(
    " --budget-usd 2.47 --budget-tokens 2040 --budget-minutes 3 --allow-unknown-cost",
  );
});

test("where no budget stopped anything none is needed", () => {
  const spent = { agents: side(0, 0), judges: side(0, 0) };
  expect(suggestLargerBudget({ durationMs: 1 }, {})).toBe("");
  expect(suggestLargerBudget({ budget: { tokens: 5, spent }, durationMs: 1 }, {})).toBe("");
});
