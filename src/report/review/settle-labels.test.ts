import { expect, test } from "vitest";
import { readJudgeVerdict, settleLabels } from "./settle-labels.ts";
import { sampleLabel } from "./review.fixture.ts";

const verdicts = (...labels: Parameters<typeof settleLabels>[0]) =>
  settleLabels(labels).map(({ human, level }) => [level, human]);

test("the last label of a person counts", () => {
  expect(verdicts(sampleLabel({ human: "fail" }), sampleLabel({ human: "pass" }))).toEqual([["check", "pass"]]);
});

test("a label that was withdrawn is gone, and a later one counts again", () => {
  const withdrawn = [sampleLabel(), sampleLabel({ human: "withdrawn" })];
  expect(verdicts(...withdrawn)).toEqual([]);
  expect(verdicts(...withdrawn, sampleLabel({ human: "fail" }))).toEqual([["check", "fail"]]);
});

test("of several people the majority counts, and nobody wins a tie", () => {
  const people = [sampleLabel({ human: "fail" }), sampleLabel({ by: "bob", human: "pass" })];
  expect(verdicts(...people)).toEqual([["check", null]]);
  expect(verdicts(...people, sampleLabel({ by: "cid", human: "fail" }))).toEqual([["check", "fail"]]);
  expect(verdicts(...people, sampleLabel({ by: "cid", human: "unsure" }))).toEqual([["check", null]]);
});

test("the judge's side comes from the newest label that agrees with the majority", () => {
  const [settled] = settleLabels([
    sampleLabel({ human: "fail", judge: 0.1 }),
    sampleLabel({ by: "bob", human: "fail", judge: 0.2 }),
    sampleLabel({ by: "cid", human: "pass", judge: 0.9 }),
  ]);
  expect(settled).toMatchObject({ human: "fail", label: { judge: 0.2 } });
  expect(settled?.standing).toHaveLength(3);
});

test("runs, judged checks, verified checks, steps and metrics are told apart", () => {
  const { checkIndex: _index, check: _check, ...run } = sampleLabel();
  const { id: _id, ...item } = run;
  expect(
    verdicts(
      run,
      sampleLabel(),
      sampleLabel({ checkIndex: 1, decidedBy: "verify" }),
      { ...run, step: 3 },
      { ...item, evaluation: "e", item: "1", metric: "m" },
    ).map(([level]) => level),
  ).toEqual(["run", "check", "verified", "step", "metric"]);
});

test("AXIS counted a share from the pass mark on, and says nothing without a share", () => {
  expect(readJudgeVerdict({ human: "pass", judge: 0.75, passFrom: 0.75 })).toBe(true);
  expect(readJudgeVerdict({ human: "pass", judge: 0.7, passFrom: 0.75 })).toBe(false);
  expect(readJudgeVerdict({ human: "pass", judge: null })).toBeNull();
  expect(readJudgeVerdict({ human: "pass" })).toBeNull();
});
