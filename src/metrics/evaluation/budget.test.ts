import { z } from "zod";
import { describe, expect, test } from "vitest";
import type { ModelSpending } from "../../core/model.ts";
import { type Budget, BudgetKeeper } from "./budget.ts";
import { scriptedModel } from "./evaluation.fixture.ts";

const question = { about: "x", prompt: "p", facts: {}, answer: z.object({}) };
const options = { abort: new AbortController().signal };

/** Asks many times at once; how many were asked and how many refused. */
async function askedWith(budget: Budget, count: number, spending: ModelSpending) {
  const model = scriptedModel(() => ({}), { delayMs: 1, spending });
  const keeper = new BudgetKeeper(budget, () => 0);
  let refused = 0;
  const wrapped = keeper.wrap(model, () => (refused += 1));
  await Promise.all(Array.from({ length: count }, () => wrapped.ask(question, options)));
  return { asked: model.asked.length, refused, spent: keeper.spent };
}

describe("a budget", () => {
  test.each([
    [{ usd: 0.1 }, { costUsd: 0.03, calls: 1 }, 3],
    [{ usd: 0.02 }, { costUsd: 0.03, calls: 1 }, 1],
    [{ usd: 0.1 }, { costUsd: null, calls: 1 }, 1],
    [{ usd: 0.1, allowUnknownCost: true }, { costUsd: null, calls: 1 }, 20],
    [{ usd: 0.1, allowUnknownCost: true }, { costUsd: 0.03, calls: 1 }, 3],
    [{ tokens: 250 }, { costUsd: null, calls: 1, tokenUsage: { input: 90, output: 10 } }, 2],
    [{ calls: 4 }, { costUsd: null, calls: 1 }, 4],
    [{}, { costUsd: null, calls: 1 }, 20],
  ] as const)("of %j where a call takes %j allows %i of twenty at once", async (budget, spending, expected) => {
    const { asked, refused } = await askedWith(budget, 20, spending);
    expect([asked, refused]).toEqual([expected, 20 - expected]);
  });

  test("never goes beyond its dollars once one call has told what they cost", async () => {
    const { spent } = await askedWith({ usd: 1 }, 200, { costUsd: 0.07, calls: 1 });
    expect(spent.usd).toBeLessThanOrEqual(1);
    expect(spent.usd).toBeGreaterThan(0.9);
  });

  test("of minutes ends when they are over", async () => {
    let nowMs = 0;
    const keeper = new BudgetKeeper({ minutes: 2 }, () => nowMs);
    expect([keeper.exhausted, keeper.isNear]).toEqual([null, false]);
    nowMs = 100_000;
    expect([keeper.exhausted, keeper.isNear]).toEqual([null, true]);
    nowMs = 120_000;
    expect(keeper.exhausted).toBe("reached 2 minutes");
  });

  test("a call that throws gives its place back", async () => {
    const keeper = new BudgetKeeper({ calls: 2 }, () => 0);
    const broken = keeper.wrap({ id: "b", ask: () => Promise.reject(new Error("no")) }, () => {});
    await expect(broken.ask(question, options)).rejects.toThrow("no");
    await expect(broken.ask(question, options)).rejects.toThrow("no");
    expect(keeper.exhausted).toBeNull();
  });
});
