/** Holds the bootstrap: what is drawn, in which order, and when there are no bounds. */
import { describe, expect, test } from "vitest";
import { createRandom } from "../random.ts";
import { bootstrapDifference, bootstrapMean } from "./bootstrap-mean.ts";
import { bootstrap, type Clusters } from "./bootstrap.ts";

const meanOver = (data: Clusters<number>) => {
  const means = data.flat().map((trials) => trials.reduce((sum, value) => sum + value, 0) / trials.length);
  return means.reduce((sum, value) => sum + value, 0) / means.length;
};
const data = [
  [
    [0.9, 0.8],
    [0.2, 0.4, 0.3],
  ],
  [[0.5, 0.7]],
  [[0.6, 0.6]],
  [
    [1, 0.9],
    [0.1, 0.3],
  ],
];

describe.each(["population", "suite"] as const)("in %s scope", (scope) => {
  test("the mean drawn directly is the mean drawn as any statistic", () => {
    const [direct, general] = [
      bootstrapMean(data, { scope, samples: 500 }),
      bootstrap(data, meanOver, { scope, samples: 500 }),
    ];
    expect(direct.estimate).toBeCloseTo(general.estimate!, 13);
    expect(direct.lower).toBeCloseTo(general.lower!, 13);
    expect(direct.upper).toBeCloseTo(general.upper!, 13);
  });

  test("the same seed gives the same bounds, another seed others", () => {
    const options = { scope, samples: 300, seed: "plan/bootstrap/score" };
    const many = Array.from({ length: 12 }, (_, index) => [[Math.sqrt(index), Math.sqrt(index + 20), 1]]);
    expect(bootstrapMean(many, options)).toEqual(bootstrapMean(many, options));
    expect(bootstrapMean(many, { ...options, seed: 2 })).not.toEqual(bootstrapMean(many, options));
  });

  test("a difference of a run with itself is none, and swapping the sides turns the sign", () => {
    const other = data.map((cluster) => cluster.map((trials) => trials.map((value) => value / 2)));
    const options = { scope, samples: 300 };
    expect(bootstrapDifference(data, data, options).estimate).toBe(0);
    expect(bootstrapDifference(other, data, options).estimate).toBeCloseTo(
      -bootstrapDifference(data, other, options).estimate!,
      14,
    );
  });

  test("more confidence is never narrower", () => {
    const [narrow, wide] = [0.5, 0.99].map((confidence) => bootstrapMean(data, { scope, samples: 300, confidence }));
    expect(wide!.lower).toBeLessThanOrEqual(narrow!.lower!);
    expect(wide!.upper).toBeGreaterThanOrEqual(narrow!.upper!);
  });
});

test("population draws one cluster fewer than there are, in the generator's order", () => {
  const seen: number[][] = [];
  bootstrap([[[0]], [[1]], [[2]]], (sample) => (seen.push(sample.flat(2)), 0), {
    scope: "population",
    samples: 2,
    seed: 9,
  });
  const random = createRandom(9);
  const draw = () => [random.integer(3), random.integer(3)];
  expect(seen).toEqual([[0, 1, 2], draw(), draw()]);
});

test("suite draws one trial fewer in each scenario, in the generator's order", () => {
  const seen: string[] = [];
  const letters = [
    [
      ["a", "b"],
      ["c", "d", "e"],
    ],
    [["f", "g"]],
  ];
  bootstrap(letters, (sample) => (seen.push(sample.flat(2).join("")), 0), { scope: "suite", samples: 1, seed: 4 });
  const random = createRandom(4);
  const pick = (items: string) => items[random.integer(items.length)];
  expect(seen).toEqual(["abcdefg", [pick("ab"), pick("cde"), pick("cde"), pick("fg")].join("")]);
});

test("too few units give an estimate without bounds, no data nothing", () => {
  expect(bootstrapMean([[[0.25, 0.75]]], { scope: "population" })).toEqual({ estimate: 0.5, lower: null, upper: null });
  expect(bootstrapMean([[[0.5]], [[0.25, 0.75]]], { scope: "suite" })).toEqual({
    estimate: 0.5,
    lower: null,
    upper: null,
  });
  expect(bootstrapMean([[], [[0.5]]], { scope: "population" })).toEqual({ estimate: 0.5, lower: null, upper: null });
  expect(bootstrapMean([[[]], [[0.5]]], { scope: "population" }).estimate).toBeNull();
  expect(bootstrapMean([], { scope: "suite" })).toEqual({ estimate: null, lower: null, upper: null });
  expect(bootstrap([], () => 1, { scope: "suite" })).toEqual({ estimate: null, lower: null, upper: null });
  expect(bootstrap([[[1]]], () => 7, { scope: "suite" })).toEqual({ estimate: 7, lower: null, upper: null });
});

test("a statistic that is no number is refused", () => {
  expect(() => bootstrap([[[1]]], () => NaN, { scope: "suite" })).toThrow(
    new RangeError("bootstrap: statistic must give finite numbers, not NaN"),
  );
});
