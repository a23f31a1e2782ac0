import fc from "fast-check";
import { expect, test } from "vitest";
import { dimensionIds } from "../score/category.ts";
import { defaultWeights, weightKey, type Weights } from "../score/weights.ts";
import type { ComparisonEntry } from "./comparison.ts";
import { listDimensionCauses } from "./dimension-causes.ts";

type Sides = readonly (readonly [number | null, number | null])[];

function buildCategories(sides: Sides): ComparisonEntry["categories"] {
  return Object.fromEntries(
    dimensionIds.map((id, index) => {
      const [baseline = null, current = null] = sides[index] ?? [];
      return [id, { baseline, current, delta: baseline === null || current === null ? null : current - baseline }];
    }),
  ) as ComparisonEntry["categories"];
}

const list = (sides: Sides, weights: Weights = defaultWeights) =>
  listDimensionCauses(buildCategories(sides), weights).map(({ dimension, points }) => [dimension, points]);

test("the weight decides: a goal that fell by 15 moves more than a service that fell by 20", () => {
  expect(
    list([
      [90, 75],
      [90, 90],
      [80, 60],
      [90, 90],
    ]),
  ).toEqual([
    ["goalAchievement", -6],
    ["service", -4],
  ]);
});

test("the cause of a drop is a drop, even if another dimension rose by more", () => {
  expect(
    list([
      [90, 80],
      [90, 70],
      [50, 85],
      [90, 90],
    ]),
  ).toEqual([
    ["goalAchievement", -4],
    ["environment", -4],
    ["service", 7],
  ]);
});

test("a dimension that appears takes its weight from the others, so it moves the result towards its own number", () => {
  expect(
    list([
      [90, 90],
      [90, 90],
      [null, 10],
      [90, 90],
    ]),
  ).toEqual([["service", -16]]);
  expect(
    list([
      [90, 90],
      [90, 90],
      [null, 90],
      [90, 90],
    ]),
  ).toEqual([]);
});

test("a dimension that disappears gives its weight back", () => {
  expect(
    list([
      [90, 90],
      [90, 90],
      [10, null],
      [90, 90],
    ]),
  ).toEqual([["service", 16]]);
});

test("a dimension without a weight is no cause, and a side without any dimension has none", () => {
  expect(
    list(
      [
        [90, 90],
        [90, 90],
        [90, 10],
        [90, 90],
      ],
      { ...defaultWeights, service: 0 },
    ),
  ).toEqual([]);
  expect(
    list([
      [null, 90],
      [null, 90],
      [null, 10],
      [null, 90],
    ]),
  ).toEqual([]);
});

test("the points add up to the change of the weighted mean", () => {
  const score = fc.option(fc.integer({ min: 0, max: 100 }), { freq: 4 });
  const sides = fc.array(fc.tuple(score, score), { minLength: 4, maxLength: 4 });
  const weight = fc.integer({ min: 1, max: 10 });
  const weights = fc.record({ goal_achievement: weight, environment: weight, service: weight, agent: weight });
  fc.assert(
    fc.property(sides, weights, (drawn, by) => {
      const categories = buildCategories(drawn);
      const average = (side: "baseline" | "current") => {
        const used = dimensionIds.filter((id) => categories[id][side] !== null);
        const total = used.reduce((sum, id) => sum + by[weightKey[id]], 0);
        return used.reduce((sum, id) => sum + (categories[id][side] ?? 0) * by[weightKey[id]], 0) / total;
      };
      const change = average("current") - average("baseline");
      const sum = listDimensionCauses(categories, by).reduce((total, { points }) => total + points, 0);
      if (Number.isFinite(change)) expect(sum).toBeCloseTo(change, 6);
      else expect(sum).toBe(0);
    }),
  );
});
