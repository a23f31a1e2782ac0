import type { LanguageModelUsage } from "ai";
import { expect, test } from "vitest";
import { readReportedCost, toTokenUsage } from "./generate.ts";

function reported(input: number | undefined, output: number | undefined, details: object = {}, raw?: object) {
  return {
    inputTokens: input,
    inputTokenDetails: {
      noCacheTokens: undefined,
      cacheReadTokens: undefined,
      cacheWriteTokens: undefined,
      ...details,
    },
    outputTokens: output,
    outputTokenDetails: { textTokens: undefined, reasoningTokens: undefined },
    totalTokens: undefined,
    ...(raw === undefined ? {} : { raw }),
  } as LanguageModelUsage;
}

const shapes: [name: string, usage: LanguageModelUsage, expected: object | undefined][] = [
  ["only totals", reported(100, 20), { input: 100, output: 20 }],
  [
    "cache reads within the total",
    reported(100, 20, { cacheReadTokens: 60 }),
    { input: 40, output: 20, cacheReadInput: 60 },
  ],
  [
    "reads and writes apart",
    reported(100, 20, { noCacheTokens: 10, cacheReadTokens: 60, cacheWriteTokens: 30 }),
    { input: 10, output: 20, cacheReadInput: 60, cacheWriteInput: 30 },
  ],
  [
    "what was not cached wins over the total",
    reported(undefined, 20, { noCacheTokens: 10 }),
    { input: 10, output: 20 },
  ],
  ["zeros", reported(0, 0, { cacheReadTokens: 0 }), { input: 0, output: 0, cacheReadInput: 0 }],
  ["nothing", reported(undefined, undefined), undefined],
  ["no output", reported(100, undefined), undefined],
  ["more read from the cache than sent", reported(10, 5, { cacheReadTokens: 60 }), undefined],
  ["negative", reported(-1, 5), undefined],
  ["fractions", reported(1.5, 5), undefined],
  ["not a number", reported(NaN, 5), undefined],
];

test.each(shapes)("%s", (_name, usage, expected) => {
  expect(toTokenUsage(usage)).toEqual(expected);
});

test.each([
  [{ cost: 0.25 }, 0.25],
  [{ cost: 0 }, 0],
  [{ cost: -1 }, undefined],
  [{ cost: "0.25" }, undefined],
  [{ cost: null }, undefined],
  [{}, undefined],
  [undefined, undefined],
])("usage with %o reports a cost of %s", (raw, cost) => {
  expect(readReportedCost(reported(1, 1, {}, raw))).toBe(cost);
});
