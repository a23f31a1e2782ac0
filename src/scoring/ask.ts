/** Asks a judge until nothing is missing or the attempts are used up. What a judge does wrong is a value. */
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../core/error.ts";
import type { Answer, Judge, JudgeUsed, LeftWork } from "../core/judge.ts";
import type { Question, QuestionId } from "../core/question.ts";
import { askOnce, type Unreadable } from "./ask-once.ts";
import { rawText } from "./reading.ts";
import { Spent } from "./spent.ts";

/** A question being asked: what is still missing, and a place for the good parts of its answers. */
export interface OpenQuestion {
  /** Asks for what is missing, and for nothing else. */
  next(): Question;
  /** Keeps the good parts of an answer. Says what was wrong; null when nothing is missing any more. */
  take(answer: unknown): string | null;
}

/** Waits, and ends early with the abort. */
export type Wait = (milliseconds: number, abort: AbortSignal) => Promise<void>;

/** Who is asked, and with how much patience. */
export interface Desk {
  readonly judge: Judge;
  readonly retries: number;
  /** Per attempt. */
  readonly timeoutMs: number;
  readonly abort: AbortSignal;
  readonly wait: Wait;
  /** The run in question. */
  readonly runId?: string;
  /** What the agent left behind, where it is still there. */
  readonly left?: LeftWork;
}

/** A reply that could not be read, as the detail file keeps it. */
export interface Reply {
  readonly question: string;
  readonly attempt: number;
  readonly problem: string;
  readonly raw: string;
}

export interface Asked {
  /** Why something is still missing; null when everything was answered. */
  readonly failure: string | null;
  readonly used: JudgeUsed;
  readonly replies: readonly Reply[];
}

/** Before the attempt after one that did not reach the judge; the last one holds from then on. */
const waitsMs = [1_000, 4_000] as const;

/** The real clock's wait. */
export const realWait: Wait = async (milliseconds, abort) => {
  // An abort during the wait is seen by the next attempt, which says so.
  await delay(milliseconds, undefined, { signal: abort }).catch(() => undefined);
};

/** Asks the questions one after the other, and stops at the first that cannot be completed. */
export async function ask(id: QuestionId, questions: Iterable<OpenQuestion>, desk: Desk): Promise<Asked> {
  // A signal of its own: many questions at once would otherwise all listen to the same one.
  const log = new AskLog(id, { ...desk, abort: AbortSignal.any([desk.abort]) });
  let failure: string | null = null;
  for (const question of questions) {
    failure = await log.complete(question);
    if (failure !== null) break;
  }
  return { failure, used: log.used(), replies: log.replies };
}

type Said = Exclude<Answer, { status: "declined" }> | Unreadable;

/** The attempts made for one question, over all its batches. */
class AskLog {
  readonly replies: Reply[] = [];
  /** Of the batch that needed the most. */
  #attempts = 0;
  readonly #spent = new Spent();

  constructor(
    readonly id: QuestionId,
    readonly desk: Desk,
  ) {}

  /** Asks until the question is complete. Returns why it is not, or null. */
  async complete(question: OpenQuestion): Promise<string | null> {
    const { judge, retries, abort } = this.desk;
    let problem: string | undefined;
    for (let attempt = 1; attempt <= 1 + retries; attempt += 1) {
      if (abort.aborted) return stopped(abort);
      const answer = await askOnce(question.next(), this.desk, {
        attempt,
        ...(problem === undefined ? {} : { problem }),
      });
      this.#attempts = Math.max(this.#attempts, attempt);
      if (answer.status !== "unreadable") this.#spent.add(answer);
      if (abort.aborted) return stopped(abort);
      if (answer.status === "declined") return answer.why;
      const found = this.#read(question, answer, attempt);
      if (found === null) return null;
      problem = found;
      const unreached = answer.status === "failed" && answer.unreadable !== true;
      if (unreached && attempt <= retries) await this.desk.wait(waitAfter(attempt), abort);
    }
    return `judge "${judge.id}" gave no usable answer in ${plural(1 + retries)}: ${problem ?? "it was not asked"}`;
  }

  #read(question: OpenQuestion, answer: Said, attempt: number): string | null {
    if (answer.status !== "answered") {
      if (answer.status === "unreadable" || answer.raw !== undefined) this.#keep(attempt, answer.why, answer.raw);
      return answer.why;
    }
    const problem = taken(question, answer.value);
    if (problem !== null) this.#keep(attempt, problem, answer.value);
    return problem;
  }

  #keep(attempt: number, problem: string, raw: unknown): void {
    this.replies.push({ question: this.id, attempt, problem, raw: rawText(raw) });
  }

  used(): JudgeUsed {
    const { kind = "custom", id, about } = this.desk.judge;
    return { kind, name: id, ...about, attempts: this.#attempts, ...this.#spent.fields() };
  }
}

/** A value of a judge in code can be anything, also something that throws when it is looked at. */
function taken(question: OpenQuestion, value: unknown): string | null {
  try {
    return question.take(value);
  } catch (error) {
    return `the answer could not be read: ${messageOf(error)}`;
  }
}

function stopped(abort: AbortSignal): string {
  return `judging was stopped: ${messageOf(abort.reason)}`;
}

function waitAfter(attempt: number): number {
  return attempt === 1 ? waitsMs[0] : waitsMs[1];
}

function plural(attempts: number): string {
  return attempts === 1 ? "1 attempt" : `${attempts} attempts`;
}
