/** A model as a judge: one question at a time, with nothing but the evidence. */
import type { z } from "zod";
import type { Answer, Judge } from "../../core/judge.ts";
import type { Model, ModelAnswer, ModelFailure } from "../../core/model.ts";
import { AgentAudit, DuelAnswer, ExecutionAudit, Grade, Necessity, type Question } from "../../core/question.ts";
import { type OuterAnswer, toModelQuestion } from "./model-question.ts";

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

/** Whether an answer covers everything that was asked, within range: only such an answer is cached. */
export function isComplete(question: Question, answer: OuterAnswer): boolean {
  if (question.question === "goal") {
    const asked = question.checks.map(({ index }) => index);
    return coversOnce(answer["grades"], { schema: Grade, key: "index", asked });
  }
  if (question.question === "duel") return DuelAnswer.safeParse(answer).success;
  const schema = question.question === "agent" ? AgentAudit : ExecutionAudit;
  const asked = question.interactions.map(({ id }) => id);
  const audited = asked.length === 0 || coversOnce(answer["audits"], { schema, key: "id", asked });
  return audited && (!question.necessity || Necessity.safeParse(answer["necessity"]).success);
}

interface ExpectedItems {
  readonly schema: z.ZodType;
  readonly key: "index" | "id";
  readonly asked: readonly number[];
}

/** Items about something else are ignored, as they are when the answer is read. */
function coversOnce(list: unknown, { schema, key, asked }: ExpectedItems): boolean {
  if (!Array.isArray(list)) return false;
  const given = list.filter((item: unknown) => asked.some((number) => number === readItemNumber(item, key)));
  const numbers = new Set(given.map((item: unknown) => readItemNumber(item, key)));
  const once = numbers.size === given.length && numbers.size === new Set(asked).size;
  return once && given.every((item: unknown) => schema.safeParse(item).success);
}

function readItemNumber(item: unknown, key: string): unknown {
  return typeof item === "object" && item !== null ? (item as Readonly<Record<string, unknown>>)[key] : undefined;
}
