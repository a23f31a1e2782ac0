import { expect, test } from "vitest";
import type { ReviewLabel } from "../../core/review/review-label.ts";
import { measurePeopleAgreement } from "./people-agreement.ts";
import { sampleLabel } from "./review.fixture.ts";
import { settleLabels } from "./settle-labels.ts";

/** As many labels as asked for, each of another run. */
function give(counts: readonly (readonly [human: ReviewLabel["human"], judge: number, times: number])[]) {
  const labels = counts.flatMap(([human, judge, times], group) =>
    Array.from({ length: times }, (_, at) => sampleLabel({ id: `run_${group}_${at}`, human, judge })),
  );
  return measurePeopleAgreement(settleLabels(labels), "check");
}

test("the table of the design has 84 % agreement and a kappa of 0.68", () => {
  const found = give([
    ["pass", 0.9, 17],
    ["pass", 0.5, 1],
    ["fail", 0.8, 4],
    ["fail", 0.2, 10],
  ]);
  expect(found).toMatchObject({ labels: 32, needed: 50, bothPass: 17, tooStrict: 1, tooLenient: 4, bothFail: 10 });
  expect(found.accuracy.value).toBeCloseTo(27 / 32, 9);
  expect(found.accuracy.lower).toBeCloseTo(0.6825, 3);
  expect(found.kappa.value).toBeCloseTo(0.6748, 3);
  expect(found.kappa.lower).toBeLessThan(0.67);
  expect(found.kappa.upper).toBeGreaterThan(0.68);
});

test("who cannot tell, and a check without a grade, never count", () => {
  const found = give([
    ["unsure", 0.9, 3],
    ["pass", 0.9, 1],
  ]);
  expect(found).toMatchObject({ labels: 1, bothPass: 1, unsure: 3 });
  expect(measurePeopleAgreement(settleLabels([sampleLabel({ judge: null })]), "check").labels).toBe(0);
});

test("without labels nothing is known", () => {
  const nothing = { value: null, lower: null, upper: null };
  expect(give([])).toMatchObject({ labels: 0, accuracy: nothing, kappa: nothing });
});

test("each kind of judgement is measured on its own", () => {
  const settled = settleLabels([sampleLabel(), sampleLabel({ id: "run_2", decidedBy: "verify", human: "fail" })]);
  expect(measurePeopleAgreement(settled, "check").labels).toBe(1);
  expect(measurePeopleAgreement(settled, "verified")).toMatchObject({ labels: 1, bothPass: 0 });
});
