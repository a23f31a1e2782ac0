/** One attempt: ends with an answer, with the time limit, or with the abort, also where the judge ignores both. */
import { z } from "zod";
import { messageOf } from "../core/error.ts";
import type { Answer, AskContext, Judge } from "../core/judge.ts";
import type { Question } from "../core/question.ts";

interface Patience extends Pick<AskContext, "abort" | "runId" | "left"> {
  readonly judge: Judge;
  readonly timeoutMs: number;
}

type Attempt = Pick<AskContext, "attempt" | "problem">;

/** Only the envelope; the value inside is read by the question that was asked. */
const Envelope = z.discriminatedUnion("status", [
  z.object({ status: z.literal("answered"), value: z.unknown().optional() }),
  z.object({ status: z.literal("declined"), why: z.string().min(1) }),
  z.object({ status: z.literal("failed"), why: z.string().min(1), raw: z.string().optional() }),
]);

/** The longest time a timer can count; more would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** How long a judge that keeps time itself may take to end what it started, once it was told to stop. */
const endingGraceMs = 10_000;

/** Said instead of an answer: it can be asked again, but nothing kept the judge from answering. */
export interface Unreadable {
  readonly status: "unreadable";
  readonly why: string;
  readonly raw: unknown;
}

/** Asks once. A judge that throws has failed this attempt. */
export async function askOnce(question: Question, patience: Patience, attempt: Attempt): Promise<Answer | Unreadable> {
  using limit = limitOf(patience);
  try {
    const { judge, timeoutMs, runId } = patience;
    const left = question.question === "goal" && question.workspace ? patience.left : undefined;
    const context = { abort: limit.abort, timeoutMs, ...attempt, ...(runId && { runId }), ...(left && { left }) };
    const asking = async () => judge.ask(question, context);
    // The end is listened for first: the abort may come while the judge is being called.
    return envelope(await Promise.race([limit.end, asking()]));
  } catch (error) {
    return { status: "failed", why: messageOf(error) || "it failed without a reason" };
  }
}

interface Limit extends Disposable {
  readonly abort: AbortSignal;
  /** Rejects when nothing more is waited for. */
  readonly end: Promise<never>;
}

/** A judge that keeps time is only told to stop, and then waited for: it may have processes to end. */
function limitOf({ judge, timeoutMs, abort }: Patience): Limit {
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

function envelope(said: unknown): Answer | Unreadable {
  if (Envelope.safeParse(said).success) return said as Answer;
  return { status: "unreadable", why: "the reply is neither answered, declined nor failed, with a reason", raw: said };
}
