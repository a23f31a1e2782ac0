/** Asks about many elements in one question. Answers are matched by index; missing ones are asked for again, then one by one. */
import pLimit from "p-limit";
import type { Json } from "../../core/json.ts";
import type { ModelAnswer, ModelFailure } from "../../core/model.ts";
import { type QuestionCaller, callQuestion } from "./caller.ts";
import type { CallKind } from "./ledger.ts";
import type { BatchQuestion, QuestionOutcome, Numbered } from "./question.ts";

export interface Batch<T> {
  readonly question: BatchQuestion<T>;
  /** Facts shared by all elements. */
  readonly facts: Readonly<Record<string, Json>>;
  readonly elements: readonly Json[];
  /** Additional context if one element is asked about alone. */
  readonly around?: (index: number) => Readonly<Record<string, Json>>;
}

/** Failures that a smaller question may avoid; others would only repeat. */
const retryableFailures: ReadonlySet<ModelFailure> = new Set<ModelFailure>(["unreadable", "truncated", "refused"]);

/** Returns the answers in the order of the elements. If one stays missing, the whole batch fails. */
export async function askBatch<T>(caller: QuestionCaller, batch: Batch<T>): Promise<QuestionOutcome<readonly T[]>> {
  if (batch.elements.length === 0) return { status: "answered", value: [] };
  const collected = new BatchAnswers<T>(batch);
  const { forceGranular, allowFallback } = caller.settings;
  if (!forceGranular) {
    for (const kind of ["batch", "reask"] as const)
      if (collected.isOpen)
        collected.take(await askPart(caller, kind, { batch, wanted: collected.listMissing() }), caller.notes);
  }
  if (collected.isOpen && (forceGranular || allowFallback)) await askSingly(caller, batch, collected);
  return collected.toOutcome();
}

interface Part<T> {
  readonly wanted: readonly number[];
  readonly answer: ModelAnswer<Readonly<Record<string, readonly Numbered<T>[]>>>;
}

async function askPart<T>(
  caller: QuestionCaller,
  kind: CallKind,
  { batch, wanted }: { batch: Batch<T>; wanted: readonly number[] },
): Promise<Part<T>> {
  const { question, facts, elements } = batch;
  const listed = wanted.map((index) => elements[index] ?? null);
  const around = kind === "single" ? wanted.map((index) => batch.around?.(index) ?? {}) : [];
  const asked = Object.assign({}, facts, ...around, { [question.elements]: listed }) as Readonly<Record<string, Json>>;
  return { wanted, answer: await callQuestion(caller, { question, kind, facts: asked }) };
}

async function askSingly<T>(caller: QuestionCaller, batch: Batch<T>, collected: BatchAnswers<T>): Promise<void> {
  const limit = pLimit(caller.settings.maxConcurrentLlmCalls);
  const single = async (index: number) => {
    if (collected.isHopeless) return;
    collected.take(await askPart(caller, "single", { batch, wanted: [index] }), caller.notes);
  };
  await Promise.all(collected.listMissing().map((index) => limit(single, index)));
}

/** The answers received so far. */
class BatchAnswers<T> {
  readonly #answers = new Map<number, T>();
  #failure: string | undefined;
  /** Set after a failure that would repeat. */
  isHopeless = false;

  constructor(private readonly batch: Batch<T>) {}

  get isOpen(): boolean {
    return !this.isHopeless && this.#answers.size < this.batch.elements.length;
  }

  listMissing(): number[] {
    return [...this.batch.elements.keys()].filter((index) => !this.#answers.has(index));
  }

  take({ wanted, answer }: Part<T>, notes: string[]): void {
    if (answer.status === "failed") {
      this.#failure = answer.why;
      this.isHopeless ||= !retryableFailures.has(answer.code);
      return;
    }
    const list = answer.value[this.batch.question.list] ?? [];
    const aligned = alignAnswers(list, wanted.length);
    const surplus = list.length - aligned.size;
    if (surplus > 0) notes.push(`${this.batch.question.about}: ${surplus} of ${list.length} answers match no element`);
    for (const [position, value] of aligned) {
      const index = wanted[position];
      if (index !== undefined) this.#answers.set(index, value);
    }
  }

  toOutcome(): QuestionOutcome<readonly T[]> {
    const { elements, question } = this.batch;
    const missing = this.listMissing().length;
    if (missing === 0)
      return { status: "answered", value: [...elements.keys()].map((index) => this.#answers.get(index) as T) };
    const because = this.#failure === undefined ? "" : `: ${this.#failure}`;
    return {
      status: "failed",
      why: `${question.about}: ${missing} of ${elements.length} ${question.list} missing${because}`,
    };
  }
}

/** Matches answers to positions: by index, or in order if none has an index and the count is right. */
export function alignAnswers<T>(list: readonly Numbered<T>[], count: number): Map<number, T> {
  if (list.every(({ index }) => index === undefined))
    return list.length === count ? new Map(list.entries()) : new Map();
  const aligned = new Map<number, T>();
  const twice = new Set<number>();
  for (const answer of list) {
    const { index } = answer;
    if (index === undefined || index < 0 || index >= count) continue;
    if (aligned.has(index)) twice.add(index);
    aligned.set(index, answer);
  }
  // If two answers have the same index, at least one is wrong, so neither counts.
  for (const index of twice) aligned.delete(index);
  return aligned;
}
