/** Lets a judge score labelled records with the goal question, worded exactly as it is for runs. */
import pLimit from "p-limit";
import type { Label } from "../../metrics/calibration/label.ts";
import type { Judge } from "../../core/judge.ts";
import { waitOnClock } from "../../judging/scoring/ask.ts";
import { askGoal } from "../../judging/scoring/panel/ask-panel.ts";
import { gatherEvidence } from "../../agents/transcript/gather.ts";

export interface JudgeScoringOptions {
  readonly judge: Judge;
  /** What the judge grades by. */
  readonly rubric: string;
  readonly judging: { readonly retries: number; readonly timeoutMs: number };
  readonly abort: AbortSignal;
}

/** The rubric used when none is given. */
export const defaultRubric = "The final answer is a right and complete answer to the task.";

const maxQuestionsAtOnce = 8;

/** Returns the labels with the judge's scores from 0 to 1. A record without output or without an answer gets no score. */
export async function scoreWithJudge(labels: readonly Label[], asking: JudgeScoringOptions): Promise<Label[]> {
  const turns = pLimit(maxQuestionsAtOnce);
  return Promise.all(labels.map((label) => turns(() => scoreLabel(label, asking))));
}

async function scoreLabel(label: Label, { judge, rubric, judging, abort }: JudgeScoringOptions): Promise<Label> {
  const { output, query, expected } = label;
  if (output === null) return { ...label, judge: null, reason: "the record has no output to judge" };
  const reference = expected === null ? "" : ` For reference, a right answer is: ${expected}`;
  const check = `${rubric}${reference}`;
  const task = query ?? "";
  const evidence = gatherEvidence({
    scenarioKey: label.id,
    task,
    checks: [{ check, weight: 1 }],
    verified: [],
    outcome: { status: "completed", result: output },
    durationMs: null,
    tokenUsage: null,
    transcript: [
      { type: "user", text: task, timestamp: null },
      { type: "assistant", text: output, timestamp: null },
    ],
  });
  const { grades, asked: told } = await askGoal(evidence, [{ index: 0, check }], {
    judge,
    ...judging,
    abort,
    wait: waitOnClock,
  });
  const grade = grades.get(0);
  if (grade === undefined) return { ...label, judge: null, reason: told.failure ?? "the judge gave no grade" };
  return { ...label, judge: grade.score / 10, reason: grade.rationale };
}
