/** One attempt: it ends with an answer, the time limit or the abort, even if the judge ignores the last two. */
import { z } from "zod";
import { errorMessage } from "../../core/error.ts";
import type { Answer, AskContext, Judge } from "../../core/judge.ts";
import type { Question } from "../../core/question.ts";

interface AskLimits extends Pick<AskContext, "abort" | "runId" | "left"> {
  readonly judge: Judge;
  readonly timeoutMs: number;
}

type AttemptInfo = Pick<AskContext, "attempt" | "problem">;

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
export interface UnreadableReply {
  readonly status: "unreadable";
  readonly why: string;
  readonly raw: unknown;
}

/** Asks once. If the judge throws, this attempt has failed. */
export async function askOnce(question: Question, patience: AskLimits, attempt: AttemptInfo): Promise<Answer | UnreadableReply> {
  using limit = createAbortLimit(patience);
  try {
    const { judge, timeoutMs, runId } = patience;
    const left = question.question === "goal" && question.workspace ? patience.left : undefined;
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
function createAbortLimit({ judge, timeoutMs, abort }: AskLimits): AbortLimit {
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
