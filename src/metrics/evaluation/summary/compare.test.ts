import { describe, expect, test } from "vitest";
import { evaluateDataset } from "../../evaluate-dataset.ts";
import { compareEvaluations, describeEvaluationChange, groupByMetric } from "./compare.ts";
import { sameLetters } from "../evaluation.fixture.ts";

const answers = (texts: readonly string[]) =>
  texts.map((text, index) => ({ id: `i${index}`, actual_output: text, expected_output: "abcd" }));

test("pairs rows by item, with an interval, and names what newly fails and passes", async () => {
  const before = await evaluateDataset(answers(["abcd", "abcd", "xxxx", "abxx"]), [sameLetters()]);
  const after = await evaluateDataset(answers(["abcd", "xxxx", "abcd", "abcx", "abcd"]), [sameLetters()]);
  const [change] = compareEvaluations(before, after);
  expect(change).toMatchObject({
    name: "Same Letters",
    pairs: 4,
    difference: 0.0625,
    newlyFailing: ["i1"],
    newlyPassing: ["i2"],
    unpaired: 1,
  });
  expect(change?.ci95?.lower).toBeLessThan(0);
  expect(change?.ci95?.upper).toBeGreaterThan(0);
});

test("without a pair there is no difference, and that is no zero", async () => {
  const before = await evaluateDataset(answers(["abcd"]), [sameLetters()]);
  const after = await evaluateDataset([{ id: "other", actual_output: "a", expected_output: "a" }], [sameLetters()]);
  expect(compareEvaluations(before, after)).toMatchObject([{ pairs: 0, difference: null, ci95: null, unpaired: 2 }]);
});

describe("a change since an earlier evaluation", () => {
  const change = async (before: readonly string[], after: readonly string[]) => {
    const [old, fresh] = [
      await evaluateDataset(answers(before), [sameLetters({ threshold: 0.9 })]),
      await evaluateDataset(answers(after), [sameLetters({ threshold: 0.9 })]),
    ];
    const rows = ({ results }: typeof old) => groupByMetric(results.flatMap(({ scoreResults }) => scoreResults));
    return describeEvaluationChange({
      name: "earlier",
      timestamp: null,
      before: rows(old),
      after: rows(fresh),
      metrics: fresh.summary.metrics,
    });
  };

  test("improved where the interval is above zero, with the items that pass now", async () => {
    const found = await change(Array(8).fill("abxx"), [...Array(7).fill("abcd"), "abcx"]);
    expect(found).toMatchObject({ items: 8, metrics: [{ verdict: "improved" }], newlyFailing: [], p: 2 / 2 ** 7 });
    expect(found?.newlyPassing).toHaveLength(7);
  });

  test("regressed, if the same happens the other way round", async () => {
    expect(await change(Array(8).fill("abcd"), [...Array(7).fill("abxx"), "abcx"])).toMatchObject({
      metrics: [{ verdict: "regressed" }],
    });
  });

  test("no change for equal rows, and not enough data for a few that differ", async () => {
    expect(await change(["abcd", "abxx"], ["abcd", "abxx"])).toMatchObject({
      metrics: [{ verdict: "no change" }],
      p: null,
    });
    expect(await change(["abcd", "abxx"], ["abxx", "abcd"])).toMatchObject({
      metrics: [{ verdict: "not enough data" }],
      p: 1,
    });
  });

  test("nothing for evaluations that share no item", async () => {
    const before = groupByMetric([{ itemId: "a", name: "m", status: "scored", score: 1, passed: null }]);
    const after = groupByMetric([{ itemId: "b", name: "m", status: "scored", score: 1, passed: null }]);
    expect(describeEvaluationChange({ name: "x", timestamp: null, before, after, metrics: [] })).toBeNull();
  });
});
