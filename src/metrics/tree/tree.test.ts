import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rollUp } from "./roll-up.ts";
import { listLeaves, parseScoreTree } from "./score-tree.ts";
import { summarizeNode } from "./summarize-node.ts";

const down = { status: "failed", why: "the judge was down" } as const;
const nothing = { status: "not-applicable", why: "no claim" } as const;

describe("rolling up", () => {
  test("the root lies between its lowest and highest leaf, whatever the weights", () => {
    const leaf = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0.01, max: 5, noNaN: true }));
    fc.assert(
      fc.property(
        fc.array(leaf, { minLength: 1, maxLength: 8 }),
        fc.constantFrom("weighted_average", "min", "max"),
        (leaves, strategy) => {
          const model = {
            A: { _strategy: strategy, ...Object.fromEntries(leaves.map(([, weight], index) => [`m${index}`, weight])) },
          };
          const scores = Object.fromEntries(leaves.map(([score], index) => [`m${index}`, score]));
          const root = rollUp(model, {}, scores)[0]?.score as number;
          const values = leaves.map(([score]) => score);
          expect(root).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
          expect(root).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
        },
      ),
    );
  });

  test("a failed child is left out and said to be missing", () => {
    const rows = rollUp({ A: { a: 3, b: 1 } }, {}, { a: 0.5, b: down });
    expect(rows[1]).toEqual({
      name: "A",
      type: "component",
      parent: "model",
      weight: 1,
      score: 0.5,
      status: "scored",
      partial: true,
      coverage: 0.75,
    });
    expect(rows[3]).toMatchObject({ name: "b", weight: 0, score: null, status: "failed", why: "the judge was down" });
  });

  test("where failed children count, one makes the component fail, and not its parent", () => {
    const rows = rollUp({ A: { _exclude_failed: false, a: 1, b: 1 }, c: 1 }, {}, { a: 0.5, b: down, c: 1 });
    expect(rows.find(({ name }) => name === "A")).toMatchObject({
      status: "failed",
      score: null,
      why: "b: the judge was down",
    });
    expect(rows[0]).toMatchObject({ status: "scored", score: 1, partial: true, coverage: 0.5 });
  });

  test("nothing to measure below is nothing to measure above; a failure among it is a failure", () => {
    expect(rollUp({ A: { a: 1, b: 1 } }, {}, { a: nothing, b: null })[0]).toMatchObject({ status: "not-applicable" });
    expect(rollUp({ A: { a: 1, b: 1 } }, {}, { a: nothing, b: down })[0]).toMatchObject({ status: "failed" });
  });

  test("a leaf may stand in two places", () => {
    const rows = rollUp({ A: { a: 1 }, B: { a: 1 } }, {}, { a: 0.3 });
    expect(rows.filter(({ name }) => name === "a")).toHaveLength(2);
    expect(listLeaves(parseScoreTree({ A: { a: 1 }, B: { a: 1 } }))).toEqual(["a"]);
  });

  test("a leaf that was not measured is a mistake", () => {
    expect(() => rollUp({ A: { a: 1 } }, {}, {})).toThrow(/"a"/);
  });
});

describe("what is written", () => {
  test.each([
    ["an unknown strategy", { A: { _strategy: "median", a: 1 } }, {}, /median/],
    ["a negative weight", { A: { a: -1 } }, {}, /-1/],
    ["a negative weight of a component", { A: { a: 1 } }, { A: -1 }, /-1/],
    ["a weight for nobody", { A: { a: 1 } }, { B: 1 }, /weights\.B/],
    ["a name twice", { A: { B: { a: 1 } }, C: { B: { a: 1 } } }, {}, /Two components have the same name "B"/],
    ["an empty component", { A: {} }, {}, /has no children/],
    ["a word for a weight", { A: { a: "much" } }, {}, /neither/],
    ["a flag that is none", { A: { _exclude_failed: "no", a: 1 } }, {}, /_exclude_failed/],
  ])("%s is refused", (_, model, weights, message) => {
    expect(() => parseScoreTree(model, weights as Record<string, number>)).toThrow(message);
  });
});

describe("the summary of a node", () => {
  test("without any score nothing is invented", () => {
    expect(summarizeNode([null, "NaN"])).toMatchObject({
      avgScore: null,
      stdDev: null,
      passRate: null,
      performanceTier: null,
      validCount: 0,
      totalRuns: 2,
      successRate: 0,
      percentiles: { p25: null, p95: null },
      distribution: " ".repeat(10),
    });
  });

  test("a cost that is not known makes the total unknown", () => {
    expect(summarizeNode([1, 1], { costs: [0.2, null] })).toMatchObject({ avgCost: null, totalCost: null });
    expect(summarizeNode([1, 1], { costs: [0.2, 0.4] })).toMatchObject({ totalCost: 0.6000000000000001 });
  });

  test("without a threshold nothing passes or fails; 0 is a threshold", () => {
    expect(summarizeNode([0, 1], { threshold: null }).passRate).toBeNull();
    expect(summarizeNode([0, 1], { threshold: 0 }).passRate).toBe(1);
  });

  test("the sparkline has ten glyphs and shows every bin with anything in it", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (scores) => {
        const { distribution } = summarizeNode(scores);
        const bins = new Set(scores.map((score) => Math.min(9, Math.floor(10 * score))));
        expect([...distribution].flatMap((glyph, bin) => (glyph === " " ? [] : [bin]))).toEqual([...bins].toSorted());
      }),
    );
  });

  test("a hundred thousand scores are summed up", () => {
    expect(summarizeNode(Array.from({ length: 200_000 }, () => 0.5))).toMatchObject({
      minScore: 0.5,
      maxScore: 0.5,
      consistencyScore: 1,
    });
  });
});
