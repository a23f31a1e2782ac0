/** Caches answers by the content of their question: asking the same question again costs nothing. */
import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "../../../core/json.ts";
import { toAnswerShape } from "../question/answer-shape.ts";
import type { AskedQuestion } from "../question/prompt.ts";

export interface AnswerCache {
  /** The answer stored under this key. The schema of the question must still accept it. */
  get(key: string): Promise<Json | undefined>;
  set(key: string, answer: Json): Promise<void>;
}

/** Increase it when the text around a question changes, so that older answers are not reused. */
const promptVersion = 1;

/** A key of everything that decides the answer. Tag and nonce do not: they differ each time. */
export function computeAnswerKey(
  question: AskedQuestion,
  settings: { readonly model: string; readonly baseUrl?: string | undefined; readonly temperature: number },
): string {
  const { about, prompt, examples = [], facts, keys = "exact", problem = null, draw = 1 } = question;
  const { model, baseUrl = null, temperature } = settings;
  const shape = toAnswerShape(question.answer).answer;
  const asked = { about, prompt, examples, facts, keys, problem, shape, ...(draw === 1 ? {} : { draw }) };
  const parts = { promptVersion, model, baseUrl, temperature, ...asked };
  return createHash("sha256").update(canonicalJson(parts)).digest("hex");
}
