/** Asks the judge on behalf of metrics. Each question is asked once per item, even if several metrics need it. */
import { canonicalJson, type Json } from "../../core/json.ts";
import type { SharedAnalyses } from "../../core/metric.ts";
import type { Model } from "../../core/model.ts";
import { askBatch, type Batch } from "./batch.ts";
import { type QuestionCaller, callQuestion, buildPrompt } from "./caller.ts";
import type { QuestionOutcome, Question } from "./question.ts";

/** Models are identified by object, because two different models may have the same id. */
const modelNumbers = new WeakMap<Model, number>();
let lastModelNumber = 0;

/** Gives a model that only passes questions on the identity of the one it asks, so that both share their answers. */
export function identifyAs<M extends Model>(wrapper: M, model: Model): M {
  modelNumbers.set(wrapper, getModelNumber(model));
  return wrapper;
}

function getModelNumber(model: Model | null): number {
  if (model === null) return 0;
  const known = modelNumbers.get(model);
  if (known !== undefined) return known;
  lastModelNumber += 1;
  modelNumbers.set(model, lastModelNumber);
  return lastModelNumber;
}

export class Analyses {
  constructor(
    private readonly caller: QuestionCaller,
    private readonly cache: SharedAnalyses,
  ) {}

  /** The maximum number of concurrent questions. */
  get concurrency(): number {
    return this.caller.settings.maxConcurrentLlmCalls;
  }

  /** Asks one question. */
  ask<T>(question: Question<T>, facts: Readonly<Record<string, Json | undefined>>): Promise<QuestionOutcome<T>> {
    const given = dropUndefined(facts);
    return this.#once(question, { facts: given }, async () => {
      const answer = await callQuestion(this.caller, { question, facts: given });
      if (answer.status === "answered") return { status: "answered", value: answer.value };
      return { status: "failed", why: `${question.about}: ${answer.why}` };
    });
  }

  /** Asks about every element; returns the answers in the order of the elements. */
  askEach<T>(batch: Omit<Batch<T>, "facts"> & { readonly facts: Readonly<Record<string, Json | undefined>> }) {
    const facts = dropUndefined(batch.facts);
    const { forceGranular, allowFallback } = this.caller.settings;
    const key = { facts, elements: batch.elements, forceGranular, allowFallback };
    return this.#once(batch.question, key, () => askBatch(this.caller, { ...batch, facts }));
  }

  /** Notes a problem that is not a failure. */
  note(sentence: string): void {
    this.caller.notes.push(sentence);
  }

  async #once<T>(
    question: Question<unknown>,
    facts: object,
    compute: () => Promise<QuestionOutcome<T>>,
  ): Promise<QuestionOutcome<T>> {
    if (question.unshared === true) return await compute();
    const { judge, settings, ledger } = this.caller;
    const { about, version, examples } = question;
    const { temperature, maxOutputTokens } = settings;
    const asked = {
      about,
      version,
      prompt: buildPrompt(question.prompt, settings.addition),
      examples,
      temperature,
      maxOutputTokens,
    };
    const key = canonicalJson({ ...asked, model: getModelNumber(judge), facts });
    const { value, shared } = this.cache.share(key, compute);
    if (shared) ledger.sharedHits += 1;
    return await value;
  }
}

function dropUndefined(facts: Readonly<Record<string, Json | undefined>>): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
