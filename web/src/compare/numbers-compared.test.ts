import { expect, test } from "vitest";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import { listCheckRows, listMetricRows, pointsFormat } from "./numbers-compared.tsx";

const graded = (...grades: readonly (readonly [string, number | null])[]) =>
  ({
    score: { goalAchievement: { criteria: grades.map(([check, score]) => ({ check, score })) } },
  }) as unknown as RunDetail;

const numbers = (rows: ReturnType<typeof listCheckRows>) =>
  rows.map(({ name, before, after }) => [name, before, after]);

test("two checks of the same words are two rows, the first with the first", () => {
  expect(numbers(listCheckRows(graded(["works", 1], ["works", 9]), graded(["works", 2], ["works", 8])))).toEqual([
    ["works", 1, 2],
    ["works", 9, 8],
  ]);
});

test("a check that only one rubric has is kept, on its own side", () => {
  expect(numbers(listCheckRows(graded(["old", 3], ["both", null]), graded(["both", 4], ["new", 5])))).toEqual([
    ["old", 3, null],
    ["both", null, 4],
    ["new", null, 5],
  ]);
});

test("metrics stand beside each other by name", () => {
  const measured = (score: number | null) => ({ metrics: [{ name: "Exact", score }] }) as unknown as RunDetail;
  expect(numbers(listMetricRows(measured(40), measured(null)))).toEqual([["Exact", 40, null]]);
  expect(listMetricRows({} as RunDetail, {} as RunDetail)).toEqual([]);
});

test.each([
  [[7, 8], 7, "7"],
  [[7, 6.5], 7, "7.0"],
  [[6.666_666, 7], 7, "7.00"],
  [[null, 6.5], 6.5, "6.5"],
  [[null, null], 3, "3"],
  [[0.1 + 0.2, 1], 1, "1.0"],
] as const)("beside %j the number %d is written %s", (both, value, text) => {
  expect(pointsFormat(...both)(value)).toBe(text);
});
