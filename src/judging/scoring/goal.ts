/** Goal Achievement: combines verified and judged grades, scaled linearly to points. */
import type { GradedCriterion } from "../../core/score/axis-result.ts";
import type { Check, VerifiedCheck } from "../../core/scenario/check.ts";
import { round9, replaceLoneSurrogates } from "../../core/json.ts";
import type { Grade } from "../../core/question.ts";
import { roundHalfUp } from "../../core/score/rounding.ts";
import { type Score, combine, failed, notApplicable, scored } from "../../core/score.ts";
import { roundPoints } from "./calibrate.ts";
import { type CriterionGrade, failedGrade, workspaceGoneReason } from "./policy.ts";

/** What is known about each check, by position in the rubric; `why` explains a judged check without a grade. */
export interface KnownGrades {
  readonly verified: readonly VerifiedCheck[];
  readonly grades: ReadonlyMap<number, Grade>;
  readonly why: string;
  /** Why a verified check has no grade; default: the workspace no longer exists. */
  readonly unverified?: string;
}

/** The checks that only a judge can decide, with their positions. */
export function judgedChecks(checks: readonly Check[]): { index: number; check: string }[] {
  return checks.flatMap(({ check, verify }, index) => (verify === undefined ? [{ index, check }] : []));
}

/** Every check with its grade, in the order of the rubric. */
export function gradeCriteria(checks: readonly Check[], verdicts: KnownGrades): GradedCriterion[] {
  const verified = new Map(verdicts.verified.map((verdict) => [verdict.index, verdict]));
  return checks.map((check, index) => ({
    ...pickCheckAndWeight(check),
    ...(check.verify === undefined
      ? toJudgedGrade(verdicts.grades.get(index), verdicts.why)
      : toVerifiedGrade(verified.get(index), verdicts.unverified ?? workspaceGoneReason)),
  }));
}

/** Every check of a run in which the agent failed. */
export function failedCriteria(checks: readonly Check[], message: string): GradedCriterion[] {
  return checks.map((check) => ({ ...pickCheckAndWeight(check), ...failedGrade(message) }));
}

/** Every check of a run that is not scored. */
export function missingCriteria(checks: readonly Check[], reason: string): GradedCriterion[] {
  return checks.map((check) => ({
    ...pickCheckAndWeight(check),
    score: null,
    rationale: reason,
    by: check.verify === undefined ? "judge" : "verify",
  }));
}

/** The weighted mean of the grades, unknown if a grade is missing. A broken check comes first in the reason. */
export function goalScore(criteria: readonly GradedCriterion[]): Score {
  const unknown = criteria.filter((criterion) => criterion.score === null);
  const reason = (unknown.find((criterion) => criterion.by === "verify") ?? unknown[0])?.rationale;
  if (reason !== undefined) return failed(reason);
  const whole = averageGrades(criteria);
  return whole.status === "scored" ? scored(roundPoints(whole.value)) : whole;
}

/** The weighted mean of known grades in points, before it is rounded. */
export function averageGrades(criteria: readonly Pick<GradedCriterion, "score" | "weight">[]): Score {
  const whole = combine(criteria.map(({ score, weight }) => ({ score: scored(10 * (score ?? 0)), weight })));
  return whole.status === "scored" ? whole : notApplicable("no check has a weight");
}

function pickCheckAndWeight({ check, weight }: Check) {
  return { check, weight };
}

/** Judges give whole numbers; a half rounds up. */
function toJudgedGrade(grade: Grade | undefined, why: string): CriterionGrade {
  if (grade === undefined) return { score: null, rationale: why, by: "judge" };
  const { score, rationale, cites } = grade;
  const cited = cites?.map((cite) => (typeof cite === "string" ? replaceLoneSurrogates(cite) : cite));
  return {
    score: roundHalfUp(score),
    rationale: replaceLoneSurrogates(rationale),
    by: "judge",
    ...(cited === undefined || cited.length === 0 ? {} : { cites: cited }),
  };
}

/** Programs may grade with two decimals. A stored value outside 0 to 10, from a damaged file, counts as no grade. */
function toVerifiedGrade(verdict: VerifiedCheck | undefined, why: string): CriterionGrade {
  if (verdict === undefined) return { score: null, rationale: why, by: "verify" };
  const { status, score, rationale } = verdict;
  if (status === "broken") return { score: null, rationale, by: "verify" };
  if (score === null || !(score >= 0 && score <= 10))
    return { score: null, rationale: `the stored grade is not a number from 0 to 10: ${score}`, by: "verify" };
  return { score: roundHalfUp(round9(score * 100)) / 100, rationale, by: "verify" };
}
