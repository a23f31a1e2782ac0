/** Scores one run from its stored detail: the step that evaluate, rescore and score share. */
import type { Evidence } from "../core/evidence.ts";
import type { Judge, WorkspaceSnapshot } from "../core/judge.ts";
import type { QuestionId } from "../core/question.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { Weights } from "../core/score/weights.ts";
import { addScore } from "../report/describe-run.ts";
import { axisResult } from "../judging/scoring/axis-result.ts";
import { evidenceFromRun } from "../agents/transcript/gather.ts";

/** The judges, the weights, the retries, and the abort signal. */
export interface JudgingWorld {
  readonly judges: Readonly<Record<QuestionId, Judge>>;
  readonly weights: Weights;
  readonly judging: { readonly retries: number; readonly timeoutMs: number };
  readonly abort: AbortSignal;
  /** The agent's remaining workspace, if it still exists. */
  readonly left?: WorkspaceSnapshot;
}

/** Returns the detail with its score. The same detail and the same answers give the same bytes. */
export async function judgeRun(detail: RunDetail, world: JudgingWorld, seen?: Evidence): Promise<RunDetail> {
  const evidence = seen ?? evidenceFromRun(detail);
  const { agentName, runId } = detail;
  const { score, replies } = await axisResult(evidence, { ...world, agentName, runId });
  return addScore(detail, evidence, { score, replies: [...replies] });
}
