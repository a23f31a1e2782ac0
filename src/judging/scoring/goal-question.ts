/** The goal question: the checks that only a judge can decide, with the whole run as text. */
import type { Evidence } from "../../core/evidence.ts";
import { type GoalQuestion, Grade } from "../../core/question.ts";
import { totalTokens } from "../../core/model/token-usage.ts";
import { formatTranscript } from "../../agents/transcript/text.ts";
import type { OpenQuestion } from "./ask.ts";
import { isRecord, notAnObject, readItems } from "./reading.ts";

export interface OpenGoalQuestion extends OpenQuestion {
  /** The good grades so far, by position in the rubric. */
  readonly grades: ReadonlyMap<number, Grade>;
}

export function openGoalQuestion(evidence: Evidence, checks: GoalQuestion["checks"], workspace = false): OpenGoalQuestion {
  const grades = new Map<number, Grade>();
  const missing = () => checks.filter(({ index }) => !grades.has(index));
  return {
    grades,
    next: () => buildGoalQuestion(evidence, missing(), workspace),
    take(answer) {
      if (!isRecord(answer)) return notAnObject;
      const asked = new Set(missing().map(({ index }) => index));
      const items = readItems(answer, { list: "grades", key: "index", noun: "check", schema: Grade, asked });
      for (const [index, grade] of items.good) grades.set(index, grade);
      return items.problem;
    },
  };
}

/** The transcript becomes text only when it is read: a judge written in code uses the evidence directly. */
function buildGoalQuestion(evidence: Evidence, checks: GoalQuestion["checks"], workspace: boolean): GoalQuestion {
  return {
    question: "goal",
    scenario: evidence.scenarioKey,
    task: evidence.task,
    evidence,
    checks,
    get transcript() {
      return formatTranscript(evidence.transcript);
    },
    finalAnswer: evidence.finalAnswer,
    durationMs: evidence.durationMs,
    tokens: evidence.tokenUsage === null ? null : totalTokens(evidence.tokenUsage),
    workspace,
  };
}
