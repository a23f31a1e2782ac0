/** Runs with judged checks, for tests of reviewing. */
import type { ReviewLabel } from "../../core/review/review-label.ts";
import type { GradedCriterion } from "../../core/score/axis-result.ts";
import type { LabelledRun } from "./judged-checks.ts";

type Grade = number | null | Partial<GradedCriterion>;

/** A run whose checks are named "check 1", "check 2" and so on. */
export function sampleLabelledRun(id: string, grades: readonly Grade[], parts: Partial<LabelledRun> = {}): LabelledRun {
  const criteria = grades.map((grade, index): GradedCriterion => ({
    check: `check ${index + 1}`,
    weight: 1 / grades.length,
    score: typeof grade === "number" ? grade : null,
    rationale: `why ${index + 1}`,
    by: "judge",
    ...(typeof grade === "object" ? grade : {}),
  }));
  return {
    id,
    report: "r1",
    scenario: "docs/auth",
    agent: "echo",
    trial: 1,
    passed: true,
    score: {
      goalAchievement: { status: "scored", applicable: true, score: 80, criteria },
      judging: { goal: { kind: "model", name: "judge-1", attempts: 1 }, environment: null, service: null, agent: null },
      agent: sampleAgent,
    },
    ...parts,
  };
}

const sampleAgent: NonNullable<LabelledRun["score"]>["agent"] = {
  status: "scored",
  applicable: true,
  score: 90,
  interactionCount: 3,
  auditedCount: 3,
  dimensions: {} as NonNullable<LabelledRun["score"]>["agent"]["dimensions"],
  audits: [],
  necessity: { score: 0.5, unnecessaryIds: [2], rationale: "step 2 repeats step 1" },
};

/** A label of the first check of a run, which the judge graded 8 of 10. */
export function sampleLabel(parts: Partial<ReviewLabel> = {}): ReviewLabel {
  return {
    id: "run_1",
    check: "check 1",
    checkIndex: 0,
    human: "pass",
    judge: 0.8,
    passFrom: 0.75,
    decidedBy: "judge",
    scenario: "docs/auth",
    by: "ann",
    ...parts,
  };
}
