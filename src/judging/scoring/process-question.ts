/** The three questions about what an agent did, and the judge's answers so far. */
import { replaceLoneSurrogates, isRecord } from "../../core/json.ts";
import { AgentAudit, ExecutionAudit, Necessity, Pattern } from "../../core/question.ts";
import type { OpenQuestion } from "./ask.ts";
import { createQuestionMaker, type InteractionView, type QuestionSubject, splitIntoBatches } from "./batches.ts";
import type { JudgedAudit } from "./process-score.ts";
import { describeIssue, notAnObject, readItems, selectValid } from "./reading.ts";

/** A dimension's questions, one per batch, and the good parts of their answers. */
export interface OpenProcessQuestions {
  /** Each question is opened when it is asked. */
  readonly questions: Iterable<OpenQuestion>;
  audits(): ReadonlyMap<number, JudgedAudit>;
  readonly patterns: readonly Pattern[];
  necessity(): Necessity | null;
}

export function openProcessQuestions(subject: QuestionSubject): OpenProcessQuestions {
  const notes = new CollectedAnswers(subject);
  return {
    questions: openBatches(subject, notes),
    audits: () => notes.audits,
    patterns: notes.patterns,
    necessity: () => notes.necessity,
  };
}

/** Necessity is asked once, with the whole index: with the only batch, or separately after all batches. */
function* openBatches(subject: QuestionSubject, notes: CollectedAnswers): Generator<OpenQuestion> {
  const asksNecessity = subject.dimension.signals.necessity > 0;
  const question = createQuestionMaker(subject);
  const open = (views: readonly InteractionView[], necessity: boolean): OpenQuestion => {
    const missing = () => (notes.audits.size === 0 ? views : views.filter(({ id }) => !notes.audits.has(id)));
    const necessityMissing = () => necessity && notes.necessity === null;
    return {
      next: () => question(missing(), necessityMissing()),
      take: (answer) => notes.take(answer, new Set(missing().map(({ id }) => id)), necessityMissing()),
    };
  };
  let whole = false;
  for (const views of splitIntoBatches(subject)) {
    whole = views.length === subject.pool.length;
    yield open(views, asksNecessity && whole);
  }
  if (asksNecessity && !whole) yield open([], true);
}

const agentShape = { schema: AgentAudit, plain: readPlainAudit };
const executionShape = { schema: ExecutionAudit, plain: readPlainExecution };

type AnswerObject = Readonly<Record<string, unknown>>;

/** The judge's answers about one dimension, over all batches. Only valid parts are kept. */
class CollectedAnswers {
  #audits = new Map<number, JudgedAudit>();
  readonly patterns: Pattern[] = [];
  necessity: Necessity | null = null;
  /** Equal rationales are stored once: a long run repeats a few sentences thousands of times. */
  readonly #rationales = new Map<string, string>();
  readonly #seenPatterns = new Set<string>();
  readonly #subject: QuestionSubject;
  #ids: ReadonlySet<number> | null = null;

  constructor(subject: QuestionSubject) {
    this.#subject = subject;
  }

  get audits(): ReadonlyMap<number, JudgedAudit> {
    return this.#audits;
  }

  /** Keeps the valid parts. Returns what was wrong, or null. */
  take(answer: unknown, asked: ReadonlySet<number>, necessity: boolean): string | null {
    if (!isRecord(answer)) return notAnObject;
    const problems = [
      asked.size > 0 ? this.#takeAudits(answer, asked) : null,
      necessity ? this.#takeNecessity(answer) : null,
    ].filter((problem) => problem !== null);
    this.#takePatterns(answer);
    return problems.length === 0 ? null : problems.join("; ");
  }

  #takeAudits(answer: AnswerObject, asked: ReadonlySet<number>): string | null {
    const shape = this.#subject.dimension.id === "agent" ? agentShape : executionShape;
    const reader = { list: "audits", key: "id", noun: "interaction", ...shape, asked };
    const { good, problem } = readItems<JudgedAudit & { rationale: string }>(answer, reader);
    // readItems made these copies, so they may be changed.
    for (const audit of good.values()) audit.rationale = this.#shared(audit.rationale);
    if (this.#audits.size === 0) this.#audits = good;
    else for (const [id, audit] of good) this.#audits.set(id, audit);
    return problem;
  }

  #takeNecessity(answer: AnswerObject): string | null {
    const parsed = readPlainNecessity(answer["necessity"]) ?? Necessity.safeParse(answer["necessity"]);
    if (!parsed.success) return `necessity: ${describeIssue(parsed.error)}`;
    const { rationale, score, unnecessaryIds } = parsed.data;
    this.necessity = {
      rationale: replaceLoneSurrogates(rationale),
      score,
      unnecessaryIds: this.#known(unnecessaryIds),
    };
    return null;
  }

  /** Patterns have no number, so invalid ones are dropped. */
  #takePatterns(answer: AnswerObject): void {
    for (const { description, interactionIds, severity } of selectValid(answer["patterns"], Pattern)) {
      const ids = this.#known(interactionIds);
      const pattern = { description: replaceLoneSurrogates(description), interactionIds: ids, severity };
      const text = JSON.stringify(pattern);
      if (!this.#seenPatterns.has(text)) this.patterns.push(pattern);
      this.#seenPatterns.add(text);
    }
  }

  /** Keeps the ids that belong to the dimension, each once; the judge was not asked about the others. */
  #known(ids: readonly number[]): number[] {
    const known = (this.#ids ??= new Set(this.#subject.pool.map(({ id }) => id)));
    return [...new Set(ids)].filter((id) => known.has(id));
  }

  #shared(text: string): string {
    const formed = replaceLoneSurrogates(text);
    const earlier = this.#rationales.get(formed);
    if (earlier === undefined) this.#rationales.set(formed, formed);
    return earlier ?? formed;
  }
}

/**
 * Reads the simple parts of answers without a schema: a judge that takes whole runs returns very many of them, and
 * validating one costs more than producing it. Each field is read once and copied, so a judge cannot change it later.
 * Null means "not simple", not "wrong": the schema then checks the value and reports what does not fit.
 */
type Item = Readonly<Record<string, unknown>>;

/** Reads an audit of the agent question, as its schema would. */
export function readPlainAudit(item: Item): JudgedAudit | null {
  const { id, rationale, success, weight, contextRelevance } = item;
  if (!Number.isSafeInteger(id) || typeof rationale !== "string") return null;
  if (!isShare(success) || !isShare(weight) || !isShare(contextRelevance)) return null;
  return { rationale, success, weight, contextRelevance };
}

/** Reads an audit of the other two questions. */
export function readPlainExecution(item: Item): JudgedAudit | null {
  const { id, rationale, success } = item;
  if (!Number.isSafeInteger(id) || typeof rationale !== "string" || !isShare(success)) return null;
  return { rationale, success };
}

/** Reads necessity with its list of ids, in the shape that the schema returns. */
export function readPlainNecessity(value: unknown): { readonly success: true; readonly data: Necessity } | null {
  if (typeof value !== "object" || value === null) return null;
  const { rationale, unnecessaryIds, score } = value as Item;
  if (typeof rationale !== "string" || !isShare(score) || !Array.isArray(unnecessaryIds)) return null;
  const ids: number[] = [];
  for (let place = 0; place < unnecessaryIds.length; place += 1) {
    const id: unknown = unnecessaryIds[place];
    if (typeof id !== "number" || !Number.isSafeInteger(id)) return null;
    ids.push(id);
  }
  return { success: true, data: { rationale, unnecessaryIds: ids, score } };
}

function isShare(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}
