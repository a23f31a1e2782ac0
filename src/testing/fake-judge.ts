/** A judge made of literals: it gives the replies a test wants and records the questions. */
import type { Answer, Judge } from "../core/judge.ts";
import type { Question } from "../core/question.ts";

type FakeAskContext = Parameters<Judge["ask"]>[1];

/** A value to answer with, or a function that returns the whole answer. */
export type FakeReply = object | ((question: Question, context: FakeAskContext) => Answer | Promise<Answer>);

export interface FakeJudge extends Judge {
  /** Every question, in order. */
  readonly asked: { readonly question: Question; readonly attempt: number; readonly problem?: string }[];
}

/** Answers each question with its reply; declines questions without one. */
export function fakeJudge(
  replies: Partial<Record<Question["question"], FakeReply>>,
  options: Partial<Omit<Judge, "ask">> = {},
): FakeJudge {
  const asked: FakeJudge["asked"] = [];
  return {
    id: "fake",
    ...options,
    asked,
    async ask(question, context) {
      const { attempt, problem } = context;
      context.abort.throwIfAborted();
      asked.push({ question, attempt, problem });
      const reply = replies[question.question];
      if (reply === undefined) return { status: "declined", why: `no reply to ${question.question}` };
      return typeof reply === "function" ? reply(question, context) : answered(reply);
    },
  };
}

/** Wraps a value in an answer. */
export function answered(value: unknown): Answer {
  return { status: "answered", value };
}

/** Gives one reply per question, in order; repeats the last one after that. */
export function inTurn(...replies: readonly [FakeReply, ...FakeReply[]]): FakeReply {
  let times = 0;
  return (question, context) => {
    const reply = replies[Math.min(times, replies.length - 1)] ?? replies[0];
    times += 1;
    return typeof reply === "function" ? reply(question, context) : answered(reply);
  };
}

/** Gives the best possible answer to any question. */
export function fullMarks(question: Question): Answer {
  const rationale = "as it should be";
  if (question.question === "goal")
    return answered({ grades: question.checks.map(({ index }) => ({ index, rationale, score: 10 })) });
  if (question.question === "duel") return answered({ reason: rationale, better: "tie" });
  if (question.question !== "agent")
    return answered({ audits: question.interactions.map(({ id }) => ({ id, rationale, success: 1 })) });
  const best = { rationale, success: 1, weight: 1, contextRelevance: 1 };
  const audits = question.interactions.map(({ id }) => ({ id, ...best }));
  return answered({
    audits,
    ...(question.necessity ? { necessity: { rationale, unnecessaryIds: [], score: 1 } } : {}),
  });
}
