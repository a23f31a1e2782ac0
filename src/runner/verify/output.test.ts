import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hasLine, formatOutputEnd, readScore } from "./command.ts";

test.each([
  ["score: 7", 7],
  ["SCORE: 7.25", 7.25],
  ["  Score:0  \r\n", 0],
  ["score: .5", 0.5],
  ["score: 10.0", 10],
  ["score: 3\nscore: 4\ntrailing words", 4],
  ["score: -0", 0],
])("%j is read as %d", (stdout, value) => {
  expect(readScore(stdout)?.value).toBe(value);
});

test.each([
  "score: 11",
  "score: -1",
  "score: 8/10",
  "score: 80%",
  "score: NaN",
  "score: Infinity",
  "score: 1e1",
  "score: 5\nscore: 10.001",
])("%j is no score from 0 to 10", (stdout) => {
  expect(readScore(stdout)).toMatchObject({ value: null });
});

test.each(["", "score", "the score: 7", "score: high", "score: 7 points", "scores: 7", "score 7"])(
  "%j has no score line",
  (stdout) => {
    expect(readScore(stdout)).toBeNull();
  },
);

test("every decimal from 0 to 10 is read as itself", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), (hundredths) => {
      expect(readScore(`score: ${hundredths / 100}`)?.value).toBe(hundredths / 100);
    }),
  );
});

test("a line is the very line", () => {
  expect(hasLine("a\r\nPASS 1\n", "PASS 1")).toBe(true);
  expect(hasLine(" PASS 1\nPASS 12\nxPASS 1", "PASS 1")).toBe(false);
});

const lines = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join("\n");

test("the end is the last 20 lines, of which stderr gets ten where both have many", () => {
  expect(formatOutputEnd(`${lines("o", 30)}\n`, "").split("\n")).toEqual(lines("o", 30).split("\n").slice(10));
  const both = formatOutputEnd(lines("o", 30), lines("e", 30)).split("\n");
  expect([both[0], both[9], both[10], both[19]]).toEqual(["o20", "o29", "e20", "e29"]);
  expect(formatOutputEnd("o", lines("e", 30)).split("\n")).toHaveLength(20);
  expect(formatOutputEnd("", "")).toBe("");
});

test("the end is at most 2,000 characters, and never half a character", () => {
  const end = formatOutputEnd("x😀".repeat(1_000), "");
  expect(end.length).toBeLessThanOrEqual(2_000);
  expect(end.isWellFormed()).toBe(true);
});
