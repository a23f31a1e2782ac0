/** Asks a model one question: from the cache, or in as many attempts as it takes to read an answer. */
import type { Json } from "../core/json.ts";
import type { ModelAnswer, ModelCallOptions, ModelFailure, ModelQuestion, ModelSpending } from "../core/model.ts";
import { answerKey } from "./cache/answer-cache.ts";
import { messagesOf, repairMessages } from "./calls/messages.ts";
import { endedEarly } from "./calls/finish.ts";
import { sendInMode } from "./calls/send.ts";
import type { OpenedModel } from "./opened-model.ts";
import { answerShape } from "./question/answer-shape.ts";
import { drawMarks } from "./question/marks.ts";
import { assemblePrompt, materialText } from "./question/prompt.ts";
import { readReply, readValue } from "./question/read-reply.ts";
import { addSpending, nothingSpent } from "./spending.ts";

const defaultRepairs = 2;

type Failed = Extract<ModelAnswer<never>, { status: "failed" }>;

export async function askModel<T>(
  model: OpenedModel,
  question: ModelQuestion<T>,
  options: ModelCallOptions,
): Promise<ModelAnswer<T>> {
  const key = answerKey(question, { model: model.id, temperature: options.temperature ?? 0 });
  const kept = await model.cache?.get(key);
  const known = kept === undefined ? undefined : readValue(kept, question);
  if (known?.status === "read") return { status: "answered", value: known.value, spending: nothingSpent };
  if (typeof model.missing === "string") return failed("auth", model.missing, nothingSpent);
  return askAnew(model, question, { ...options, keep: async (answer) => model.cache?.set(key, answer) });
}

interface AskOptions extends ModelCallOptions {
  readonly keep: (answer: Json) => Promise<void>;
}

async function askAnew<T>(
  model: OpenedModel,
  question: ModelQuestion<T>,
  options: AskOptions,
): Promise<ModelAnswer<T>> {
  const redacted = { ...question, facts: redactFacts(question.facts, model.redact) };
  const marks = drawMarks(model.random, materialText(redacted.facts));
  const schema = answerShape(question.answer).reply;
  let messages = messagesOf(assemblePrompt(redacted, marks), model);
  let spending = nothingSpent;
  for (let repairs = options.repairs ?? defaultRepairs; ; repairs--) {
    const sent = await sendInMode(model, { messages, schema }, options);
    spending = addSpending(spending, sent.spending);
    if (sent.status === "failed") return failed(sent.failure.code, model.redact(sent.failure.why), spending);
    const { text, finish } = sent.reply;
    const raw = model.redact(text);
    const early = endedEarly(finish);
    if (early !== undefined) return { ...failed(early.code, early.why, spending), raw };
    const reading = readReply(text, question, marks.nonce);
    if (reading.status === "read") {
      if (question.keep?.(reading.value) ?? true) await options.keep(reading.json);
      return { status: "answered", value: reading.value, spending };
    }
    if (repairs <= 0) return { ...failed("unreadable", model.redact(reading.problem), spending), raw };
    messages = [...messages, ...repairMessages({ reply: text, problem: reading.problem })];
  }
}

function redactFacts(facts: Json, redact: (text: string) => string): Json {
  if (typeof facts === "string") return redact(facts);
  if (Array.isArray(facts)) return facts.map((part) => redactFacts(part, redact));
  if (typeof facts !== "object" || facts === null) return facts;
  const parts = Object.entries(facts).map(([key, part]) => [
    redact(key),
    part === undefined ? part : redactFacts(part, redact),
  ]);
  return Object.fromEntries(parts) as Json;
}

function failed(code: ModelFailure, why: string, spending: ModelSpending): Failed {
  return { status: "failed", code, why, spending };
}
