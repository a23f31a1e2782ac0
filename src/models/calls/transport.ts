/** Delivers a request to the provider: waits for the rate limiter, and retries transport failures. */
import type { ModelSpending } from "../../core/model.ts";
import type { Clock } from "../../pace/clock.ts";
import type { Random } from "../random.ts";
import { addSpending, nothingSpent } from "../spending.ts";
import type { Sent } from "./attempt.ts";
import { type RequestFailure, stopped } from "./failure.ts";
import type { Gate } from "../../pace/gate.ts";

export interface TransportWorld {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly random: Random;
  readonly abort: AbortSignal;
  /** How often to retry a transport failure. */
  readonly retries: number;
}

export type Delivery<R> = {
  /** The cost of failed requests; the caller adds the cost of the reply. */
  readonly spending: ModelSpending;
} & (
  | { readonly status: "replied"; readonly reply: R }
  | { readonly status: "failed"; readonly failure: RequestFailure }
);

/** If a provider asks for a longer wait than this, the request fails. */
const longestWaitMs = 300_000;
/** Rate-limit rejections are not attempts, but they are limited too: with full jitter, to about five minutes. */
const mostRefusals = 12;
const firstBackoffMs = 2_000;
const longestBackoffMs = 60_000;

/** Sends until there is a reply or no hope of one. A request that waits for a retry keeps its slot. */
export async function deliver<R>(send: () => Promise<Sent<R>>, world: TransportWorld): Promise<Delivery<R>> {
  const spent = { spending: nothingSpent };
  try {
    const sent = await world.gate.pass(() => sendUntilDone(send, world, spent), world.abort);
    return { ...sent, ...spent };
  } catch (error) {
    if (!world.abort.aborted) throw error;
    return { status: "failed", failure: stopped(world.abort), ...spent };
  }
}

async function sendUntilDone<R>(
  send: () => Promise<Sent<R>>,
  world: TransportWorld,
  spent: { spending: ModelSpending },
): Promise<Sent<R>> {
  const counts = { refusals: 0, retries: 0 };
  for (;;) {
    const sent = await send();
    if (sent.status === "replied") {
      world.gate.answered();
      return sent;
    }
    const { failure } = sent;
    spent.spending = addSpending(spent.spending, { calls: failure.reached ? 1 : 0, costUsd: failure.costUsd });
    if (failure.code === "rate-limit") world.gate.refused(bearable(failure.waitMs));
    const wait = waitBefore(failure, counts, world);
    if (typeof wait === "string") return { status: "failed", failure: { ...failure, why: `${failure.why}${wait}` } };
    if (wait > 0) await world.clock.sleep(wait, world.abort);
    await world.gate.untilOpen(world.abort);
  }
}

/** A wait that is too long to sit out must not delay other requests either. */
function bearable(waitMs = 0): number {
  return waitMs > longestWaitMs ? 0 : waitMs;
}

/** How long to wait before the next try, or a note for the error message if there is none. */
function waitBefore(
  failure: RequestFailure,
  counts: { refusals: number; retries: number },
  { random, retries }: TransportWorld,
): number | string {
  const { waitMs } = failure;
  if (!failure.again) return "";
  if (waitMs !== undefined && waitMs > longestWaitMs)
    return ` (asks to wait ${Math.ceil(waitMs / 1000)} s, more than ${longestWaitMs / 1000} s)`;
  if (failure.code === "rate-limit") {
    if (++counts.refusals >= mostRefusals) return ` (${counts.refusals} times in a row)`;
    // The rate limiter already delays all requests for as long as the provider asked.
    return waitMs === undefined ? backoff(counts.refusals, random) : 0;
  }
  if (++counts.retries > retries) return retries === 0 ? "" : ` (tried ${counts.retries} times)`;
  return Math.max(waitMs ?? 0, backoff(counts.retries, random));
}

/** Full jitter: a random wait below a bound that doubles from 2 s to 60 s. */
function backoff(time: number, random: Random): number {
  return random.fraction() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** (time - 1));
}
