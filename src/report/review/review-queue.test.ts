import { expect, test } from "vitest";
import { type JudgedCheck, listJudgedChecks } from "./judged-checks.ts";
import { queueForReview } from "./review-queue.ts";
import { sampleLabel, sampleLabelledRun } from "./review.fixture.ts";
import { settleLabels } from "./settle-labels.ts";

/** Runs of one check each; runs with the same scenario share it. */
function checksOf(grades: Readonly<Record<string, number>>, scenario?: string): JudgedCheck[] {
  return Object.entries(grades).flatMap(([id, grade]) =>
    listJudgedChecks(sampleLabelledRun(id, [grade], { scenario: scenario ?? id })),
  );
}

const describe = (queue: ReturnType<typeof queueForReview>) => queue.map(({ judged, why }) => [judged.run.id, why]);

/** So many labels that no more are needed. */
const enough = settleLabels(
  Array.from({ length: 60 }, (_, at) => sampleLabel({ id: `run_old_${at}`, scenario: "shared" })),
);

test("a panel on both sides of the line comes first, then a check without any label, then grades near the line", () => {
  const [split] = checksOf({ split: 9 });
  const checks = [
    ...checksOf({ near: 7, far: 1, nearer: 8 }, "shared"),
    ...checksOf({ fresh: 2 }),
    { ...(split as JudgedCheck), range: { low: 0.5, high: 0.9 } },
  ];
  expect(describe(queueForReview(checks, enough)).slice(0, 4)).toEqual([
    ["split", "panel"],
    ["fresh", "first"],
    expect.arrayContaining(["close"]),
    expect.arrayContaining(["close"]),
  ]);
  expect(describe(queueForReview(checks, enough))).toContainEqual(["far", "random"]);
});

test("of a check that nobody labelled, only the grade nearest to the line is the first", () => {
  const queue = queueForReview(checksOf({ low: 1, high: 10, near: 9.5 }, "s"), enough);
  expect(describe(queue).filter(([, why]) => why === "first")).toEqual([["near", "first"]]);
});

test("a panel on one side of the line disagrees from three points on", () => {
  const [check] = checksOf({ a: 2 }, "shared") as [JudgedCheck];
  const why = (low: number, high: number) =>
    queueForReview(
      [{ ...check, range: { low, high } }],
      settleLabels([sampleLabel({ id: "x", scenario: "shared" })]),
    )[0]?.why;
  expect(why(0.1, 0.4)).toBe("panel");
  expect(why(0.1, 0.3)).toBe("random");
  expect(why(0.7, 0.8)).toBe("panel");
});

test("every fifth is drawn from the rest, and the draw is the same every time", () => {
  const close = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`close_${at}`, 7]));
  const plain = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`plain_${at}`, 10]));
  const checks = [...checksOf(close, "shared"), ...checksOf(plain, "shared")];
  const queue = queueForReview(checks, enough);
  expect(queue.map(({ why }) => (why === "random" ? "r" : "c")).join("")).toBe("ccccrccccrccccr");
  expect(describe(queueForReview(checks.toReversed(), enough))).toEqual(describe(queue));
});

test("what has a label waits no more, even if the person could not tell", () => {
  const checks = checksOf({ run_1: 7, run_2: 7 }, "shared");
  const settled = settleLabels([sampleLabel({ human: "unsure", scenario: "shared" })]);
  expect(describe(queueForReview(checks, settled))).toEqual([["run_2", "close"]]);
});

test("until a calibration has enough labels, more are drawn at random", () => {
  const plain = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`plain_${at}`, 10]));
  expect(queueForReview(checksOf(plain, "shared"), [])).toHaveLength(50);
  expect(queueForReview(checksOf(plain, "shared"), enough)).toEqual([]);
  expect(queueForReview([], [])).toEqual([]);
});
