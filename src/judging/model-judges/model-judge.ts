/** A model as a judge: one question at a time, with nothing but the evidence. */
import type { Answer, Judge } from "../../core/judge.ts";
import type { Model, ModelAnswer, ModelFailure } from "../../core/model.ts";
import { isComplete } from "./completeness.ts";
import { toModelQuestion, type OuterAnswer } from "./model-question.ts";

/** What is known about a model besides how to ask it. */
export type ModelJudgeOptions = Pick<Judge, "keys" | "missing" | "costKnown">;

/** Asking again would not help: the key or request is wrong, or the rate limit did not clear in time. */
const finalFailures: readonly ModelFailure[] = ["auth", "request", "rate-limit"];
/** The model was reached, but its reply is not an answer. */
const unreadableFailures: readonly ModelFailure[] = ["unreadable", "refused", "truncated"];

/** The longest delay a timer accepts. */
const longestTimerMs = 2 ** 31 - 1;

/** Asks a model and returns its answer. */
export function modelJudge(model: Model, options: ModelJudgeOptions = {}): Judge {
  return {
    id: model.id,
    kind: "model",
    about: splitModelId(model.id),
    keepsTime: true,
    ...options,
    async ask(question, { abort, problem, timeoutMs, draw }) {
      const keep = (answer: OuterAnswer) => isComplete(question, answer);
      const limit = timeoutMs === undefined ? {} : { timeoutMs: Math.min(timeoutMs, longestTimerMs) };
      // Scoring already asks again for missing parts and after failures, so everything is tried once here.
      const once = { abort, repairs: 0, retries: 0, temperature: 0, ...limit };
      return toJudgeAnswer(
        await model.ask({ ...toModelQuestion(question, { problem }), keep, ...(draw !== undefined && { draw }) }, once),
      );
    },
  };
}

function toJudgeAnswer(said: ModelAnswer<OuterAnswer>): Answer {
  const { spending } = said;
  if (said.status === "answered") return { status: "answered", value: said.value, spending };
  const why = said.why || said.code;
  if (finalFailures.includes(said.code)) return { status: "declined", why, spending };
  const raw = said.raw === undefined ? {} : { raw: said.raw };
  return { status: "failed", why, ...raw, unreadable: unreadableFailures.includes(said.code), spending };
}

/** The model's own name may contain slashes. */
function splitModelId(id: string): { provider: string; model: string } {
  const slash = id.indexOf("/");
  return { provider: id.slice(0, slash), model: id.slice(slash + 1) };
}
