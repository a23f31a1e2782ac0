/** The built-in judge: no model, no network, the same answer to the same question, in time linear in the transcript. */
import type { Answer, Judge } from "../core/judge.ts";
import type { AgentAnswer, ExecutionAnswer, GoalAnswer, GoalQuestion, ProcessQuestion } from "../core/question.ts";
import { columnOf } from "./execution-success.ts";
import { necessityOf } from "./necessity.ts";
import { analysisOf } from "./run-analysis.ts";

/** Scores the process of a run by rules, and leaves to others what only reading can decide. */
export const rulesJudge: Judge = {
  id: "rules",
  kind: "rules",
  wholeRun: true,
  async ask(question, { abort }) {
    if (abort.aborted) return { status: "failed", why: "stopped before the question was answered" };
    return question.question === "goal" ? answerGoal(question) : answerProcess(question);
  },
};

/** Words are not facts: a check without `verify` is left alone. */
function answerGoal({ checks, evidence }: GoalQuestion): Answer {
  if (checks.length === 0) return { status: "answered", value: { grades: [] } satisfies GoalAnswer };
  const all = Math.max(checks.length, evidence.checks?.length ?? 0);
  const need = `${checks.length} of ${all} checks need a model or agent judge`;
  return { status: "declined", why: `${need}; add "verify" to a check, or set judging.agents` };
}

function answerProcess(asked: ProcessQuestion): Answer {
  if (asked.question !== "agent") return { status: "answered", value: executionAnswer(asked) };
  const analysis = analysisOf(asked.evidence);
  const audits = idsIn(asked).flatMap((id) => analysis.get(id)?.audit ?? []);
  if (!asked.necessity) return { status: "answered", value: { audits } satisfies AgentAnswer };
  if (analysis.size === 0) return { status: "declined", why: "the run has no interaction that could be unnecessary" };
  const reasons = new Map(Array.from(analysis, ([id, { avoidable }]) => [id, avoidable]));
  return { status: "answered", value: { audits, necessity: necessityOf(reasons) } satisfies AgentAnswer };
}

function executionAnswer(asked: ProcessQuestion): ExecutionAnswer {
  const analysis = analysisOf(asked.evidence);
  const column = columnOf(asked.question);
  const audits = idsIn(asked).flatMap((id) => {
    const reading = analysis.get(id)?.execution[column];
    return reading === undefined ? [] : [{ id, ...reading }];
  });
  return { audits };
}

/** Each interaction asked about, once. */
function idsIn({ interactions }: ProcessQuestion): number[] {
  return [...new Set(interactions.map(({ id }) => id))];
}
