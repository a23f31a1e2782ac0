/** The built-in judge: no model, no network, deterministic, in time linear in the transcript. */
import type { Answer, Judge } from "../../core/judge.ts";
import type {
  AgentAnswer,
  AgentAudit,
  ExecutionAnswer,
  GoalAnswer,
  GoalQuestion,
  ProcessQuestion,
} from "../../core/question.ts";
import { selectColumn } from "./execution-success.ts";
import { computeNecessity } from "./necessity.ts";
import { analyzeRun } from "./run-analysis.ts";

/** Scores the process of a run by rules; it declines what can only be decided by reading. */
export const rulesJudge: Judge = {
  id: "rules",
  kind: "rules",
  wholeRun: true,
  async ask(question, { abort }) {
    if (abort.aborted) return { status: "failed", why: "stopped before the question was answered" };
    if (question.question === "duel") return { status: "declined", why: "rules cannot tell which patch is better" };
    return question.question === "goal" ? answerGoal(question) : answerProcess(question);
  },
};

/** A claim is not a fact, so a check without `verify` is not graded. */
function answerGoal({ checks, evidence }: GoalQuestion): Answer {
  if (checks.length === 0) return { status: "answered", value: { grades: [] } satisfies GoalAnswer };
  const all = Math.max(checks.length, evidence.checks?.length ?? 0);
  const need = `${checks.length} of ${all} checks need a model or agent judge`;
  return { status: "declined", why: `${need}; add "verify" to a check, or set judging.agents` };
}

function answerProcess(asked: ProcessQuestion): Answer {
  if (asked.question !== "agent") return { status: "answered", value: executionAnswer(asked) };
  const analysis = analyzeRun(asked.evidence);
  const audits: AgentAudit[] = [];
  for (const id of listIds(asked)) {
    const audit = analysis.get(id)?.audit;
    if (audit !== undefined) audits.push(audit);
  }
  if (!asked.necessity) return { status: "answered", value: { audits } satisfies AgentAnswer };
  if (analysis.size === 0) return { status: "declined", why: "the run has no step that could be unnecessary" };
  return { status: "answered", value: { audits, necessity: computeNecessity(analysis) } satisfies AgentAnswer };
}

function executionAnswer(asked: ProcessQuestion): ExecutionAnswer {
  const analysis = analyzeRun(asked.evidence);
  const column = selectColumn(asked.question);
  const audits: ExecutionAnswer["audits"] = [];
  for (const id of listIds(asked)) {
    const reading = analysis.get(id)?.execution[column];
    if (reading !== undefined) audits.push({ id, rationale: reading.rationale, success: reading.success });
  }
  return { audits };
}

/** The ids of the requested interactions, each once. */
function listIds({ interactions }: ProcessQuestion): number[] {
  const ids = interactions.map(({ id }) => id);
  // Ascending ids, as in a run, are distinct.
  return ids.every((id, place) => place === 0 || id > ids[place - 1]!) ? ids : [...new Set(ids)];
}
