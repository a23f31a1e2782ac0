import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelSpending } from "../../core/model.ts";
import { addSpending, nothingSpent } from "./spending.ts";

test("calls, tokens and prices add up", () => {
  const one = { calls: 1, costUsd: 0.1, tokenUsage: { input: 1, output: 2, cacheReadInput: 3 } };
  const other = { calls: 2, costUsd: 0.2, tokenUsage: { input: 10, output: 20, cacheWriteInput: 30 } };
  expect(addSpending(one, other)).toEqual({
    calls: 3,
    costUsd: 0.3,
    tokenUsage: { input: 11, output: 22, cacheReadInput: 3, cacheWriteInput: 30 },
  });
});

test("a price that is not known makes the sum unknown, not smaller", () => {
  expect(addSpending({ calls: 1, costUsd: null }, { calls: 1, costUsd: 5 }).costUsd).toBeNull();
  expect(addSpending(nothingSpent, nothingSpent)).toEqual({ calls: 0, costUsd: 0 });
});

test("the sum is the same in any order", () => {
  const count = fc.nat({ max: 1_000_000 });
  const usage = fc.record(
    { input: count, output: count, cacheReadInput: count, cacheWriteInput: count },
    { requiredKeys: ["input", "output"] },
  );
  const costUsd = fc.option(count.map((cents) => cents / 100));
  const spending = fc.record({ calls: count, costUsd, tokenUsage: usage }, { requiredKeys: ["calls", "costUsd"] });
  const total = (parts: readonly ModelSpending[]) => parts.reduce(addSpending, nothingSpent);
  fc.assert(
    fc.property(fc.array(spending as fc.Arbitrary<ModelSpending>, { maxLength: 12 }), (parts) => {
      expect(total(parts.toReversed())).toEqual(total(parts));
    }),
  );
});
