/** One attempt: ends with an answer, with the time limit, or with the abort, also where the judge ignores both. */
import { z } from "zod";
import { messageOf } from "../core/error.ts";
import type { Answer, Judge } from "../core/judge.ts";
import type { Question } from "../core/question.ts";

interface Patience {
  readonly judge: Judge;
  readonly timeoutMs: number;
  readonly abort: AbortSignal;
}

interface Attempt {
  readonly attempt: number;
  readonly problem?: string;
}

/** Only the envelope; the value inside is read by the question that was asked. */
const Envelope = z.discriminatedUnion("status", [
  z.object({ status: z.literal("answered"), value: z.unknown().optional() }),
  z.object({ status: z.literal("declined"), why: z.string().min(1) }),
  z.object({ status: z.literal("failed"), why: z.string().min(1), raw: z.string().optional() }),
]);

/** The longest time a timer can count; more would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Said instead of an answer: it can be asked again, but nothing kept the judge from answering. */
export interface Unreadable {
  readonly status: "unreadable";
  readonly why: string;
  readonly raw: unknown;
}

/** Asks once. A judge that throws has failed this attempt. */
export async function askOnce(question: Question, patience: Patience, attempt: Attempt): Promise<Answer | Unreadable> {
  const { judge, timeoutMs, abort } = patience;
  const stop = new AbortController();
  const timer = setTimeout(
    () => stop.abort(new Error(`no answer within ${timeoutMs / 1000} s`)),
    Math.min(timeoutMs, longestTimerMs),
  );
  const either = AbortSignal.any([abort, stop.signal]);
  try {
    const asking = async () => judge.ask(question, { abort: either, ...attempt });
    // The end is listened for first: the abort may come while the judge is being called.
    return envelope(await Promise.race([endOf(either), asking()]));
  } catch (error) {
    return { status: "failed", why: messageOf(error) || "it failed without a reason" };
  } finally {
    clearTimeout(timer);
  }
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function envelope(said: unknown): Answer | Unreadable {
  if (Envelope.safeParse(said).success) return said as Answer;
  return { status: "unreadable", why: "the reply is neither answered, declined nor failed, with a reason", raw: said };
}
