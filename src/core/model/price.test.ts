import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listPrices, pricesAsOf } from "./price-table.ts";
import { computeCost, PriceTable } from "./price.ts";
import type { TokenUsage } from "./token-usage.ts";

const table: PriceTable = {
  "a/full": { input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 },
  "a/plain": { input: 2, output: 8 },
  "a/short": { input: 1, output: 1, promptTokensUpTo: 100 },
  "a/plain-2024-05-13": { input: 5, output: 15 },
};

const rows: [model: string, usage: TokenUsage, costUsd: number | null][] = [
  ["a/full", { input: 1_000_000, output: 0 }, 3],
  ["a/full", { input: 0, output: 1_000_000 }, 15],
  ["a/full", { input: 0, output: 0, cacheReadInput: 1_000_000 }, 0.3],
  ["a/full", { input: 0, output: 0, cacheWriteInput: 1_000_000 }, 3.75],
  ["a/full", { input: 100, output: 20, cacheReadInput: 50, cacheWriteInput: 10 }, 0.0006525],
  ["a/full", { input: 0, output: 0 }, 0],
  ["a/full-20250929", { input: 1_000_000, output: 0 }, 3],
  ["a/full-latest", { input: 1_000_000, output: 0 }, 3],
  ["a/full-mini", { input: 1, output: 1 }, null],
  ["a/plain-2024-08-06", { input: 1_000_000, output: 0 }, 2],
  ["a/plain-2024-05-13", { input: 1_000_000, output: 0 }, 5],
  ["a/plain", { input: 1, output: 1, cacheReadInput: 0 }, 0.00001],
  ["a/plain", { input: 1, output: 1, cacheReadInput: 1 }, null],
  ["a/plain", { input: 1, output: 1, cacheWriteInput: 1 }, null],
  ["a/short", { input: 100, output: 5 }, 0.000105],
  ["a/short", { input: 101, output: 5 }, null],
  ["a/short", { input: 100, output: 5, cacheReadInput: 1 }, null],
  ["b/full", { input: 1, output: 1 }, null],
  ["__proto__", { input: 1, output: 1 }, null],
  ["toString", { input: 1, output: 1 }, null],
];

describe("priceOf", () => {
  test.each(rows)("%s with %o costs %s", (model, usage, costUsd) => {
    expect(computeCost(model, usage, table)).toBe(costUsd);
  });

  test("more tokens never cost less, and what is known is never negative", () => {
    const count = fc.nat({ max: 10_000_000 });
    const usage = fc.record({ input: count, output: count, cacheReadInput: count, cacheWriteInput: count });
    fc.assert(
      fc.property(usage, count, (less, more) => {
        const cost = computeCost("a/full", less, table) ?? NaN;
        expect(cost).toBeGreaterThanOrEqual(0);
        expect(computeCost("a/full", { ...less, output: less.output + more }, table)).toBeGreaterThanOrEqual(cost);
      }),
    );
  });
});

test("the list prices are a valid table with a date, and reading a cache is cheaper than not", () => {
  expect(PriceTable.parse(listPrices)).toEqual(listPrices);
  expect(pricesAsOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  const dear = Object.entries(listPrices).filter(([, { input, cacheRead = 0 }]) => cacheRead >= input);
  expect(dear).toEqual([]);
});
