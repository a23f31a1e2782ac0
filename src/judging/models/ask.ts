/** Asks a model one question: answers from the cache, or retries until a reply can be read. */
import type { Json } from "../../core/json.ts";
import type { ModelAnswer, ModelCallOptions, ModelFailure, ModelQuestion, ModelSpending } from "../../core/model.ts";
import { computeAnswerKey } from "./cache/answer-cache.ts";
import { findEarlyEnd } from "./calls/finish.ts";
import type { ModelReply } from "./calls/generate.ts";
import { toMessages, toRepairMessages } from "./calls/messages.ts";
import { sendInMode } from "./calls/send.ts";
import type { OpenedModel } from "./opened-model.ts";
import { toAnswerShape } from "./question/answer-shape.ts";
import { drawMarks } from "./question/marks.ts";
import { assemblePrompt, toMaterialText } from "./question/prompt.ts";
import { readReply, readValue } from "./question/read-reply.ts";
import { redactFacts } from "./question/redact-facts.ts";
import { addSpending, nothingSpent } from "./spending.ts";

const defaultRepairs = 2;

export async function askModel<T>(
  model: OpenedModel,
  question: ModelQuestion<T>,
  options: ModelCallOptions,
): Promise<ModelAnswer<T>> {
  const { id, baseUrl } = model;
  const key = computeAnswerKey(question, { model: id, baseUrl, temperature: options.temperature ?? 0 });
  const kept = await model.cache?.get(key);
  const known = kept === undefined ? undefined : readValue(kept, question);
  if (known?.status === "read") return { status: "answered", value: known.value, spending: nothingSpent };
  if (typeof model.missing === "string") return failed("auth", model.missing, nothingSpent);
  const { answer, json } = await askUncached(model, question, options);
  const worthKeeping = answer.status === "answered" && (question.keep?.(answer.value) ?? true);
  if (json !== undefined && worthKeeping) await model.cache?.set(key, json);
  return answer;
}

/** An answer, with the JSON it was read from. */
type AnswerWithJson<T> = { readonly answer: ModelAnswer<T>; readonly json?: Json };

async function askUncached<T>(
  model: OpenedModel,
  question: ModelQuestion<T>,
  options: ModelCallOptions,
): Promise<AnswerWithJson<T>> {
  const facts = redactFacts(question.facts, model.redact);
  const marks = drawMarks(model.random, toMaterialText(facts));
  const schema = toAnswerShape(question.answer).reply;
  let messages = toMessages(assemblePrompt({ ...question, facts }, marks), model);
  let spending = nothingSpent;
  for (let repairs = options.repairs ?? defaultRepairs; ; repairs--) {
    const sent = await sendInMode(model, { messages, schema }, options);
    spending = addSpending(spending, sent.spending);
    if (sent.status === "failed")
      return { answer: failed(sent.failure.code, model.redact(sent.failure.why), spending) };
    const reading = findEarlyEnd(sent.reply.finish) ?? readReply(sent.reply.text, question, marks.nonce);
    if (reading.status === "read")
      return { answer: { status: "answered", value: reading.value, spending }, json: reading.json };
    if (reading.status !== "unreadable" || repairs <= 0)
      return { answer: failWithReply(model, { ...reading, reply: sent.reply }, spending) };
    messages = [...messages, ...toRepairMessages({ reply: sent.reply.text, problem: reading.problem })];
  }
}

type Failed = Extract<ModelAnswer<never>, { status: "failed" }>;

/** Keeps the reply, so that readers of the report can see it. */
function failWithReply(
  { redact }: OpenedModel,
  { status, problem, reply }: { readonly status: ModelFailure; readonly problem: string; readonly reply: ModelReply },
  spending: ModelSpending,
): Failed {
  return { ...failed(status, redact(problem), spending), raw: redact(reply.text) };
}

function failed(code: ModelFailure, why: string, spending: ModelSpending): Failed {
  return { status: "failed", code, why, spending };
}
