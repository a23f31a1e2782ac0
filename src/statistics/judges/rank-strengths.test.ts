import { expect, test } from "vitest";
import { rankStrengths } from "./rank-strengths.ts";

/** The first beats the second, and both beat the third. */
const clear = [
  [0, 1, 1],
  [0, 0, 1],
  [0, 0, 0],
];
const tied = clear.map((row, own) => row.map((_, other) => (own === other ? 0 : 0.5)));
const reversed = clear.map((row, own) => row.map((_, other) => clear[other]?.[own] ?? 0));
const repeat = <T>(value: T, count: number) => Array.from({ length: count }, () => value);
const ranksOf = (tasks: number[][][]) =>
  rankStrengths(tasks, "seed").map(({ bestRank, worstRank }) => [bestRank, worstRank]);

test("who wins on every one of many tasks has a place of its own", () => {
  expect(ranksOf(repeat(clear, 12))).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

test("on few tasks every place stays open, even after winning all of them", () => {
  const found = rankStrengths(repeat(clear, 5), "seed");
  expect(found.map(({ lower, bestRank, worstRank }) => [lower, bestRank, worstRank])).toEqual(repeat([null, 1, 3], 3));
  expect(found[0]?.strength).toBeGreaterThan(found[1]?.strength ?? 1);
});

test("ties, and wins as often as losses, leave every place open", () => {
  expect(ranksOf(repeat(tied, 12))).toEqual(repeat([1, 3], 3));
  expect(ranksOf([...repeat(clear, 6), ...repeat(reversed, 6)])).toEqual(repeat([1, 3], 3));
});

test("the interval holds the strength, and the strengths add up to 1", () => {
  const found = rankStrengths([...repeat(clear, 8), ...repeat(reversed, 2), tied], "seed");
  for (const { strength, lower, upper } of found) {
    expect(lower).toBeLessThanOrEqual(strength ?? Number.NaN);
    expect(upper).toBeGreaterThanOrEqual(strength ?? Number.NaN);
  }
  expect(found.reduce((sum, { strength }) => sum + (strength ?? 0), 0)).toBeCloseTo(1, 9);
});

test("who met nobody leaves all strengths unknown", () => {
  const apart = [
    [0, 1, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  expect(rankStrengths(repeat(apart, 8), "seed")).toEqual(
    repeat({ strength: null, lower: null, upper: null, bestRank: 1, worstRank: 3 }, 3),
  );
});
