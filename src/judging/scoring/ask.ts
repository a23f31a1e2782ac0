/** Asks a judge until nothing is missing or the attempts are used up. A judge's mistakes are returned as values. */
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { errorMessage } from "../../core/error.ts";
import type { Answer, Judge, JudgeUsed, WorkspaceSnapshot } from "../../core/judge.ts";
import type { Question } from "../../core/question.ts";
import { toRawText } from "./reading.ts";
import { SpendingTotal } from "./spending-total.ts";

/** Checks only the envelope; the question that was asked reads the value inside. */
const Envelope = z.discriminatedUnion("status", [
  z.object({ status: z.literal("answered"), value: z.unknown().optional() }),
  z.object({ status: z.literal("declined"), why: z.string().min(1) }),
  z.object({ status: z.literal("failed"), why: z.string().min(1), raw: z.string().optional() }),
]);

/** The longest delay a timer accepts; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** How long a judge that enforces its own time limit may take to clean up after it is asked to stop. */
const endingGraceMs = 10_000;

/** Returned instead of an answer if the reply cannot be read: the judge answered, so it can be asked again. */
interface UnreadableReply {
  readonly status: "unreadable";
  readonly why: string;
  readonly raw: unknown;
}

/**
 * Asks once. The attempt ends with an answer, the time limit or the abort, even if the judge ignores the last two. If
 * the judge throws, it has failed.
 */
async function askOnce(
  question: Question,
  desk: AskOptions,
  attempt: { readonly attempt: number; readonly problem: string | undefined },
): Promise<Answer | UnreadableReply> {
  using limit = createAbortLimit(desk);
  try {
    const { judge, timeoutMs, runId } = desk;
    const left = question.question === "goal" && question.workspace ? desk.left : undefined;
    const context = { abort: limit.abort, timeoutMs, ...attempt, ...(runId && { runId }), ...(left && { left }) };
    const asking = async () => judge.ask(question, context);
    // Listen for the end first: the abort may arrive while the judge is being called.
    return checkEnvelope(await Promise.race([limit.end, asking()]));
  } catch (error) {
    return { status: "failed", why: errorMessage(error) || "it failed without a reason" };
  }
}

interface AbortLimit extends Disposable {
  readonly abort: AbortSignal;
  /** Rejects once the judge is no longer waited for. */
  readonly end: Promise<never>;
}

/** A judge that enforces its own time limit is asked to stop and then waited for: it may have processes to end. */
function createAbortLimit({ judge, timeoutMs, abort }: AskOptions): AbortLimit {
  const stop = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const later = (act: () => void, waitMs: number) => timers.push(setTimeout(act, Math.min(waitMs, longestTimerMs)));
  if (!judge.keepsTime) later(() => stop.abort(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  const either = AbortSignal.any([abort, stop.signal]);
  let onAbort = () => {};
  const end = new Promise<never>((_, reject) => {
    const giveUp = () => reject(either.reason);
    onAbort = () => (judge.keepsTime ? void later(giveUp, endingGraceMs) : giveUp());
  });
  either.addEventListener("abort", onAbort, { once: true });
  const dispose = () => {
    either.removeEventListener("abort", onAbort);
    timers.forEach(clearTimeout);
  };
  return { abort: either, end, [Symbol.dispose]: dispose };
}

function checkEnvelope(said: unknown): Answer | UnreadableReply {
  if (Envelope.safeParse(said).success) return said as Answer;
  return { status: "unreadable", why: "the reply is neither answered, declined nor failed, with a reason", raw: said };
}

/** A question in progress: it knows what is still missing and keeps the good parts of the answers. */
export interface OpenQuestion {
  /** Returns a question for the missing parts only. */
  next(): Question;
  /** Keeps the good parts of an answer. Returns what was wrong, or null if nothing is missing any more. */
  take(answer: unknown): string | null;
}

/** Waits, or returns early on abort. */
export type Wait = (milliseconds: number, abort: AbortSignal) => Promise<void>;

/** Which judge to ask, and how often and how long to try. */
export interface AskOptions {
  readonly judge: Judge;
  readonly retries: number;
  /** Per attempt. */
  readonly timeoutMs: number;
  readonly abort: AbortSignal;
  readonly wait: Wait;
  /** The run being judged. */
  readonly runId?: string;
  /** The files the agent left behind, if they still exist. */
  readonly left?: WorkspaceSnapshot;
}

/** A reply that could not be read, as stored in the detail file. */
export interface UnreadReply {
  readonly question: string;
  readonly attempt: number;
  readonly problem: string;
  readonly raw: string;
}

export interface AskOutcome {
  /** Why something is still missing; null if everything was answered. */
  readonly failure: string | null;
  readonly used: JudgeUsed;
  readonly replies: readonly UnreadReply[];
}

/** Delays before a retry after an attempt that did not reach the judge; the last one repeats. */
const retryDelaysMs = [1_000, 4_000] as const;

/** Waits on the system clock. */
export const waitOnClock: Wait = async (milliseconds, abort) => {
  // The next attempt notices an abort during the wait and reports it.
  await delay(milliseconds, undefined, { signal: abort }).catch(() => undefined);
};

/** Asks the questions one after another and stops at the first one that cannot be completed. */
export async function ask(
  id: Question["question"],
  questions: Iterable<OpenQuestion>,
  desk: AskOptions,
): Promise<AskOutcome> {
  // A separate signal: otherwise all concurrent questions would add listeners to the same one.
  const log = new AskLog(id, { ...desk, abort: AbortSignal.any([desk.abort]) });
  let failure: string | null = null;
  for (const question of questions) {
    failure = await log.complete(question);
    if (failure !== null) break;
  }
  return { failure, used: log.used(), replies: log.replies };
}

type JudgeReply = Exclude<Answer, { status: "declined" }> | UnreadableReply;

/** Counts the attempts made for one question over all its batches. */
class AskLog {
  readonly replies: UnreadReply[] = [];
  /** The attempts of the batch that needed the most. */
  #attempts = 0;
  readonly #spent = new SpendingTotal();

  constructor(
    readonly id: Question["question"],
    readonly desk: AskOptions,
  ) {}

  /** Asks until the question is complete. Returns null, or why it is not complete. */
  async complete(question: OpenQuestion): Promise<string | null> {
    const { judge, retries, abort } = this.desk;
    let problem: string | undefined;
    for (let attempt = 1; attempt <= 1 + retries; attempt += 1) {
      if (abort.aborted) return describeStop(abort);
      const answer = await askOnce(question.next(), this.desk, { attempt, problem });
      this.#attempts = Math.max(this.#attempts, attempt);
      if (answer.status !== "unreadable") this.#spent.add(answer);
      if (abort.aborted) return describeStop(abort);
      if (answer.status === "declined") return answer.why;
      const found = this.#read(question, answer, attempt);
      if (found === null) return null;
      problem = found;
      const unreached = answer.status === "failed" && answer.unreadable !== true;
      if (unreached && attempt <= retries) await this.desk.wait(retryDelayAfter(attempt), abort);
    }
    return `judge "${judge.id}" gave no usable answer in ${formatAttempts(1 + retries)}: ${problem ?? "it was not asked"}`;
  }

  #read(question: OpenQuestion, answer: JudgeReply, attempt: number): string | null {
    if (answer.status !== "answered") {
      if (answer.status === "unreadable" || answer.raw !== undefined) this.#keep(attempt, answer.why, answer.raw);
      return answer.why;
    }
    const problem = takeAnswer(question, answer.value);
    if (problem !== null) this.#keep(attempt, problem, answer.value);
    return problem;
  }

  #keep(attempt: number, problem: string, raw: unknown): void {
    this.replies.push({ question: this.id, attempt, problem, raw: toRawText(raw) });
  }

  used(): JudgeUsed {
    const { kind = "custom", id, about } = this.desk.judge;
    return { kind, name: id, ...about, attempts: this.#attempts, ...this.#spent.fields() };
  }
}

/** A judge written in code can return anything, including a value that throws when it is read. */
function takeAnswer(question: OpenQuestion, value: unknown): string | null {
  try {
    return question.take(value);
  } catch (error) {
    return `the answer could not be read: ${errorMessage(error)}`;
  }
}

function describeStop(abort: AbortSignal): string {
  return `judging was stopped: ${errorMessage(abort.reason)}`;
}

function retryDelayAfter(attempt: number): number {
  return attempt === 1 ? retryDelaysMs[0] : retryDelaysMs[1];
}

function formatAttempts(attempts: number): string {
  return attempts === 1 ? "1 attempt" : `${attempts} attempts`;
}
