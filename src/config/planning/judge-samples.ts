/** Asks each judge several times, for --judge-samples. */
import { AxisError } from "../../core/error.ts";
import type { Judge } from "../../core/judge.ts";
import { type QuestionId, questionIds } from "../../core/question.ts";
import { sampledJudge } from "../../judging/model-judges/sampled.ts";
import type { JudgePlan } from "../plan-judges.ts";

/** The plan with each judge asked that many times. A panel already has several judges, so it is refused. */
export function addJudgeSamples(plan: JudgePlan, draws = 1): JudgePlan {
  if (draws === 1) return plan;
  const made = new Map<Judge, Judge>();
  const sampled = (judge: Judge) => {
    if (judge.kind === "panel")
      throw new AxisError("flag-invalid", "--judge-samples cannot be used with a panel", {
        hint: "Name one judge with --judge, or omit --judge-samples",
      });
    const known = made.get(judge) ?? sampledJudge(judge, draws);
    made.set(judge, known);
    return known;
  };
  return {
    ...plan,
    identity: { judges: plan.identity, draws },
    judgesFor: (agent) => {
      const judges = plan.judgesFor(agent);
      const all = questionIds.map((question) => [question, sampled(judges[question])]);
      return Object.fromEntries(all) as Record<QuestionId, Judge>;
    },
  };
}
