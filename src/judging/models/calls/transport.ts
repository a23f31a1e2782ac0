/** Delivers a request to the provider: waits for the rate limiter, and retries transport failures. */
import type { ModelSpending } from "../../../core/model.ts";
import type { Clock } from "../../rate/clock.ts";
import type { Random } from "../random.ts";
import { addSpending, nothingSpent } from "../spending.ts";
import type { Sent } from "./attempt.ts";
import { type RequestFailure, stopped } from "./failure.ts";
import type { RateLimiter } from "../../rate/rate-limiter.ts";

export interface TransportDeps {
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly random: Random;
  readonly abort: AbortSignal;
  /** How often to retry a transport failure. */
  readonly retries: number;
}

export type CallDelivery<R> = {
  /** The cost of failed requests; the caller adds the cost of the reply. */
  readonly spending: ModelSpending;
} & (
  | { readonly status: "replied"; readonly reply: R }
  | { readonly status: "failed"; readonly failure: RequestFailure }
);

/** If a provider asks for a longer wait than this, the request fails. */
const longestWaitMs = 300_000;
/** Rate-limit rejections are not attempts, but they are limited too: with full jitter, to about five minutes. */
const maxRefusals = 12;
const firstBackoffMs = 2_000;
const longestBackoffMs = 60_000;

/** Sends until there is a reply or no hope of one. A request that waits for a retry keeps its slot. */
export async function deliver<R>(send: () => Promise<Sent<R>>, deps: TransportDeps): Promise<CallDelivery<R>> {
  const spent = { spending: nothingSpent };
  try {
    const sent = await deps.rateLimiter.run(() => sendUntilDone(send, deps, spent), deps.abort);
    return { ...sent, ...spent };
  } catch (error) {
    if (!deps.abort.aborted) throw error;
    return { status: "failed", failure: stopped(deps.abort), ...spent };
  }
}

async function sendUntilDone<R>(
  send: () => Promise<Sent<R>>,
  deps: TransportDeps,
  spent: { spending: ModelSpending },
): Promise<Sent<R>> {
  const counts = { refusals: 0, retries: 0 };
  for (;;) {
    const sent = await send();
    if (sent.status === "replied") {
      deps.rateLimiter.recordAnswer();
      return sent;
    }
    const { failure } = sent;
    spent.spending = addSpending(spent.spending, { calls: failure.reached ? 1 : 0, costUsd: failure.costUsd });
    if (failure.code === "rate-limit") deps.rateLimiter.recordRefusal(capWait(failure.waitMs));
    const wait = decideWait(failure, counts, deps);
    if (typeof wait === "string") return { status: "failed", failure: { ...failure, why: `${failure.why}${wait}` } };
    if (wait > 0) await deps.clock.sleep(wait, deps.abort);
    await deps.rateLimiter.waitUntilOpen(deps.abort);
  }
}

/** A wait that is too long to sit out must not delay other requests either. */
function capWait(waitMs = 0): number {
  return waitMs > longestWaitMs ? 0 : waitMs;
}

/** How long to wait before the next try, or a note for the error message if there is none. */
function decideWait(
  failure: RequestFailure,
  counts: { refusals: number; retries: number },
  { random, retries }: TransportDeps,
): number | string {
  const { waitMs } = failure;
  if (!failure.again) return "";
  if (waitMs !== undefined && waitMs > longestWaitMs)
    return ` (asks to wait ${Math.ceil(waitMs / 1000)} s, more than ${longestWaitMs / 1000} s)`;
  if (failure.code === "rate-limit") {
    if (++counts.refusals >= maxRefusals) return ` (${counts.refusals} times in a row)`;
    // The rate limiter already delays all requests for as long as the provider asked.
    return waitMs === undefined ? computeBackoff(counts.refusals, random) : 0;
  }
  if (++counts.retries > retries) return retries === 0 ? "" : ` (tried ${counts.retries} times)`;
  return Math.max(waitMs ?? 0, computeBackoff(counts.retries, random));
}

/** Full jitter: a random wait below a bound that doubles from 2 s to 60 s. */
function computeBackoff(time: number, random: Random): number {
  return random.fraction() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** (time - 1));
}
