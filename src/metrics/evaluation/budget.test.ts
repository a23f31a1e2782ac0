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
    [{ usd: 0.1 }, { costUsd: 0.01, calls: 1 }, 10],
    [{ usd: 0.1 }, { costUsd: null, calls: 1 }, 1],
    [{ usd: 0.1, allowUnknownCost: true }, { costUsd: null, calls: 1 }, 20],
    [{ usd: 0.1, allowUnknownCost: true }, { costUsd: 0.03, calls: 1 }, 3],
    [{ tokens: 250 }, { costUsd: null, calls: 1, tokenUsage: { input: 90, output: 10 } }, 2],
    [{ calls: 4 }, { costUsd: null, calls: 1 }, 4],
    [{ calls: 4 }, { costUsd: null, calls: 0 }, 20],
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

  test.each([
    [{ usd: 0.1 }, "reached $0.1"],
    [{ tokens: 30 }, "reached 30 tokens"],
    [{ calls: 2 }, "reached 2 calls"],
  ])("of %j also counts models that it does not wrap: it %s", (budget, exhausted) => {
    const keeper = new BudgetKeeper(budget, () => 0);
    keeper.charge({ costEstimate: 0.05, tokenUsage: { input: 10, output: 5 } });
    expect([keeper.exhausted, keeper.share]).toEqual([null, 0.5]);
    keeper.charge({ costEstimate: 0.05, tokenUsage: { input: 10, output: 5 } });
    expect([keeper.exhausted, keeper.share, keeper.spent]).toEqual([exhausted, 1, { usd: 0.1, tokens: 30, calls: 2 }]);
  });

  test("in dollars is used up by a price that is not known, and the warning says what the rest cost", () => {
    const keeper = new BudgetKeeper({ usd: 1 }, () => 0);
    keeper.charge({ costEstimate: 0.5 });
    keeper.charge({ costEstimate: null });
    expect([keeper.exhausted, keeper.share]).toEqual(["cannot be enforced: a call has no known price", 1]);
    expect(keeper.warning).toBe(
      "some calls have no known price: the budget of $1 covers only the other calls, which cost $0.5",
    );
  });

  test("once it refused a call, makes no smaller one either, and says why", async () => {
    const keeper = new BudgetKeeper({ tokens: 100 }, () => 0);
    const ask = (about: string, input: number) => {
      const model = scriptedModel(() => ({}), { spending: { costUsd: 0, calls: 1, tokenUsage: { input, output: 0 } } });
      return keeper.wrap(model, () => {}).ask({ ...question, about }, options);
    };
    expect([await ask("small", 10), await ask("large", 60)]).toMatchObject([
      { status: "answered" },
      { status: "answered" },
    ]);
    const refusal = { status: "failed", code: "stopped", why: "the budget reached 100 tokens" };
    expect([await ask("large", 60), await ask("small", 10)]).toMatchObject([refusal, refusal]);
    expect(keeper.spent).toEqual({ usd: 0, tokens: 70, calls: 2 });
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
