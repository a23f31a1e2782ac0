/** The three questions about what an agent did, and the judge's answers so far. */
import { wellFormed } from "../core/json.ts";
import { AgentAudit, ExecutionAudit, Necessity, Pattern } from "../core/question.ts";
import { batches, questionMaker, type Subject, type View } from "./batches.ts";
import type { OpenQuestion } from "./ask.ts";
import type { AuditReading } from "./process-score.ts";
import { plainAudit, plainExecution, plainNecessity } from "./plain-answers.ts";
import { fitting, isRecord, noObject, problemOf, readItems } from "./reading.ts";

/** A dimension's questions, one per batch, and the good parts of their answers. */
export interface OpenProcess {
  /** Each question is opened when it is asked. */
  readonly questions: Iterable<OpenQuestion>;
  audits(): ReadonlyMap<number, AuditReading>;
  readonly patterns: readonly Pattern[];
  necessity(): Necessity | null;
}

export function openProcess(subject: Subject): OpenProcess {
  const notes = new Notes(subject);
  return {
    questions: openBatches(subject, notes),
    audits: () => notes.audits,
    patterns: notes.patterns,
    necessity: () => notes.necessity,
  };
}

/** Necessity is asked once, with the whole index: with the only batch, or separately after all batches. */
function* openBatches(subject: Subject, notes: Notes): Generator<OpenQuestion> {
  const asksNecessity = subject.dimension.signals.necessity > 0;
  const question = questionMaker(subject);
  const open = (views: readonly View[], necessity: boolean): OpenQuestion => {
    const missing = () => (notes.audits.size === 0 ? views : views.filter(({ id }) => !notes.audits.has(id)));
    const necessityMissing = () => necessity && notes.necessity === null;
    return {
      next: () => question(missing(), necessityMissing()),
      take: (answer) => notes.take(answer, new Set(missing().map(({ id }) => id)), necessityMissing()),
    };
  };
  let whole = false;
  for (const views of batches(subject)) {
    whole = views.length === subject.pool.length;
    yield open(views, asksNecessity && whole);
  }
  if (asksNecessity && !whole) yield open([], true);
}

const agentShape = { schema: AgentAudit, plain: plainAudit };
const executionShape = { schema: ExecutionAudit, plain: plainExecution };

type AnswerObject = Readonly<Record<string, unknown>>;

/** The judge's answers about one dimension, over all batches. Only valid parts are kept. */
class Notes {
  #audits = new Map<number, AuditReading>();
  readonly patterns: Pattern[] = [];
  necessity: Necessity | null = null;
  /** Equal rationales are stored once: a long run repeats a few sentences thousands of times. */
  readonly #rationales = new Map<string, string>();
  readonly #seenPatterns = new Set<string>();
  readonly #subject: Subject;
  #ids: ReadonlySet<number> | null = null;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  get audits(): ReadonlyMap<number, AuditReading> {
    return this.#audits;
  }

  /** Keeps the valid parts. Returns what was wrong, or null. */
  take(answer: unknown, asked: ReadonlySet<number>, necessity: boolean): string | null {
    if (!isRecord(answer)) return noObject;
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
    const { good, problem } = readItems<AuditReading & { rationale: string }>(answer, reader);
    // readItems made these copies, so they may be changed.
    for (const audit of good.values()) audit.rationale = this.#shared(audit.rationale);
    if (this.#audits.size === 0) this.#audits = good;
    else for (const [id, audit] of good) this.#audits.set(id, audit);
    return problem;
  }

  #takeNecessity(answer: AnswerObject): string | null {
    const parsed = plainNecessity(answer["necessity"]) ?? Necessity.safeParse(answer["necessity"]);
    if (!parsed.success) return `necessity: ${problemOf(parsed.error)}`;
    const { rationale, score, unnecessaryIds } = parsed.data;
    this.necessity = { rationale: wellFormed(rationale), score, unnecessaryIds: this.#known(unnecessaryIds) };
    return null;
  }

  /** Patterns have no number, so invalid ones are dropped. */
  #takePatterns(answer: AnswerObject): void {
    for (const { description, interactionIds, severity } of fitting(answer["patterns"], Pattern)) {
      const ids = this.#known(interactionIds);
      const pattern = { description: wellFormed(description), interactionIds: ids, severity };
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
    const formed = wellFormed(text);
    const earlier = this.#rationales.get(formed);
    if (earlier === undefined) this.#rationales.set(formed, formed);
    return earlier ?? formed;
  }
}
