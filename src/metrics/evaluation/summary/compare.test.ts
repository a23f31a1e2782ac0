import { expect, test } from "vitest";
import { evaluateDataset } from "../../evaluate-dataset.ts";
import { compareEvaluations } from "./compare.ts";
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
