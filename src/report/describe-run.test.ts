import { expect, test } from "vitest";
import type { Check, VerifiedCheck } from "../core/scenario/check.ts";
import type { Evidence } from "../core/evidence.ts";
import type { Outcome, OutcomeClass } from "../core/outcome.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import { sampleScore } from "../store/sample-result.fixture.ts";
import { addScore } from "./describe-run.ts";

const completed: Outcome = { status: "completed", result: "done" };
const failed = (code: "exit" | "agent" | "oom" | "setup" | "spawn" | "auth" | "rate-limit" | "network" | "internal") =>
  ({ status: "failed", code, message: "m" }) as const;
const protocol: Outcome = { status: "failed", code: "protocol", message: "m" };
const stopped = (by: "time" | "tokens" | "user", scope: "scenario" | "run"): Outcome => {
  return { status: "stopped", by, scope, message: "m" };
};

const verifiedRubric: Check[] = [{ check: "it works", weight: 1, verify: "true" }];
const verdict = (status: VerifiedCheck["status"]): VerifiedCheck[] => [
  { index: 0, status, score: status === "broken" ? null : 0, rationale: "r" },
];

function classOf(outcome: Outcome, score: number | null, more: Partial<Evidence> = {}): OutcomeClass {
  const evidence = { outcome, calledTool: false, checks: null, verified: [], ...more } as unknown as Evidence;
  return addScore({} as RunDetail, evidence, { score: sampleScore(score), replies: [] }).outcomeClass;
}

/** What a run is by its outcome alone, with every dimension scored, and with one of them unscored. */
test.each<[Outcome, OutcomeClass, OutcomeClass]>([
  [completed, "completed", "judge"],
  [failed("exit"), "agent", "judge"],
  [failed("agent"), "agent", "judge"],
  [failed("oom"), "agent", "judge"],
  [stopped("time", "scenario"), "agent", "judge"],
  [stopped("tokens", "scenario"), "agent", "judge"],
  [failed("setup"), "infrastructure", "infrastructure"],
  [failed("spawn"), "infrastructure", "infrastructure"],
  [failed("auth"), "infrastructure", "infrastructure"],
  [failed("rate-limit"), "infrastructure", "infrastructure"],
  [failed("network"), "infrastructure", "infrastructure"],
  [failed("internal"), "infrastructure", "infrastructure"],
  [protocol, "infrastructure", "infrastructure"],
  [stopped("user", "scenario"), "notRun", "notRun"],
  [stopped("user", "run"), "notRun", "notRun"],
  [stopped("time", "run"), "notRun", "notRun"],
  [stopped("tokens", "run"), "notRun", "notRun"],
])("%j is %s where it is scored, and %s where it is not", (outcome, scored, unscored) => {
  expect(classOf(outcome, 90)).toBe(scored);
  expect(classOf(outcome, null)).toBe(unscored);
});

test("a broken protocol is the agent's once it has called a tool", () => {
  expect(classOf(protocol, 40, { calledTool: true })).toBe("agent");
  expect(classOf(protocol, null, { calledTool: true })).toBe("judge");
});

test("a check that could not run comes before the judge, and after what kept the run from taking place", () => {
  const broken = { checks: verifiedRubric, verified: verdict("broken") };
  expect(classOf(completed, null, broken)).toBe("check");
  expect(classOf(failed("network"), null, broken)).toBe("infrastructure");
  expect(classOf(stopped("user", "run"), null, broken)).toBe("notRun");
});

test("a check that said no is a result; one without a verdict was not carried out", () => {
  expect(classOf(completed, 60, { checks: verifiedRubric, verified: verdict("decided") })).toBe("completed");
  expect(classOf(completed, null, { checks: verifiedRubric })).toBe("check");
});

test("where the goal does not count, checks that were not carried out are no failure", () => {
  const dropped = { status: "not-applicable", applicable: false, score: null, reason: "weight is 0" } as const;
  const score = { ...sampleScore(96), goalAchievement: { ...dropped, criteria: [] } };
  for (const verified of [[], verdict("broken")]) {
    const facts = { outcome: completed, calledTool: false, checks: verifiedRubric, verified };
    const { outcomeClass } = addScore({} as RunDetail, facts as unknown as Evidence, { score, replies: [] });
    expect(outcomeClass).toBe("completed");
  }
});

test("a failed agent is not verified, and that is no failure of the check", () => {
  expect(classOf(failed("exit"), 10, { checks: verifiedRubric })).toBe("agent");
});
