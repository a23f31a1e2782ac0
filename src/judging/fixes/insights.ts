/** What models that judged a run said about it. The built-in judge says nothing that the audits do not say. */
import type { JudgeUsed } from "../../core/judge.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { GradedCriterion } from "../../core/score/axis-result.ts";
import { cleanLine } from "./clean-text.ts";
import type { CauseInRun } from "./run-causes.ts";

const longestMessage = 300;
const mostOfRun = 2;

/** The patterns that a model saw in any of the steps. */
export function listInsights({ score }: RunDetail, steps: readonly number[]): CauseInRun["insights"] {
  if (score === undefined || score.patterns.length === 0) return [];
  const own = new Set(steps);
  const shared = score.patterns.filter(({ interactionIds }) => interactionIds.some((id) => own.has(id)));
  return shared.slice(0, mostOfRun).flatMap(({ dimension, description }) => {
    const judge = nameModelJudge(score.judging[dimension]);
    return judge === null ? [] : [{ judge, message: cleanLine(description, longestMessage) }];
  });
}

/** Why a model did not give a check all its points. */
export function explainGrade({ score }: RunDetail, { by, rationale }: GradedCriterion): CauseInRun["insights"] {
  const judge = by === "judge" ? nameModelJudge(score?.judging.goal ?? null) : null;
  return judge === null || rationale === "" ? [] : [{ judge, message: cleanLine(rationale, longestMessage) }];
}

function nameModelJudge(used: JudgeUsed | null): string | null {
  return used === null || used.kind === "rules" ? null : used.name;
}
