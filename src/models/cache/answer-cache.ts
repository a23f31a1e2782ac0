/** Answers that were read before, by the content of their question: asking the same again costs nothing. */
import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "../../core/json.ts";
import { answerShape } from "../question/answer-shape.ts";
import type { AskedQuestion } from "../question/prompt.ts";

export interface AnswerCache {
  /** What was kept under this key. The schema of the question still has to accept it. */
  get(key: string): Promise<Json | undefined>;
  set(key: string, answer: Json): Promise<void>;
}

/** Changes whenever what reaches the model around a question does: older answers are then asked for again. */
const promptVersion = 1;

/** Everything that decides the answer. Tag and nonce do not: they differ each time. */
export function answerKey(
  question: AskedQuestion,
  settings: { readonly model: string; readonly baseUrl?: string | undefined; readonly temperature: number },
): string {
  const { about, prompt, examples = [], facts, keys = "exact", problem = null } = question;
  const { model, baseUrl = null, temperature } = settings;
  const shape = answerShape(question.answer).answer;
  const parts = { promptVersion, model, baseUrl, temperature, about, prompt, examples, facts, keys, problem, shape };
  return createHash("sha256").update(canonicalJson(parts)).digest("hex");
}
