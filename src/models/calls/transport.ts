/** Brings a request to the provider: waits at the gate, and sends again what failed on its way. */
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
  /** How often a failure on the way is tried again. */
  readonly retries: number;
}

export type Delivery<R> = {
  /** Of the requests that failed; what the reply cost is the caller's to add. */
  readonly spending: ModelSpending;
} & (
  | { readonly status: "replied"; readonly reply: R }
  | { readonly status: "failed"; readonly failure: RequestFailure }
);

/** A provider that wants us to stay away for longer than this has failed. */
const longestWaitMs = 300_000;
/** Refusals for the rate are not attempts, but they do not go on for ever: with full jitter about five minutes. */
const mostRefusals = 12;
const firstBackoffMs = 2_000;
const longestBackoffMs = 60_000;

/** Sends until there is a reply or no hope of one. Whoever waits to try again keeps their place at the gate. */
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

/** A wait nobody will sit out must not hold up the others either. */
function bearable(waitMs = 0): number {
  return waitMs > longestWaitMs ? 0 : waitMs;
}

/** How long to wait before the next try, or what to add to the reason why there is none. */
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
    // The gate itself holds everybody back for as long as the provider asked.
    return waitMs === undefined ? backoff(counts.refusals, random) : 0;
  }
  if (++counts.retries > retries) return retries === 0 ? "" : ` (tried ${counts.retries} times)`;
  return Math.max(waitMs ?? 0, backoff(counts.retries, random));
}

/** Full jitter: anything up to a bound that doubles from 2 s to 60 s. */
function backoff(time: number, random: Random): number {
  return random.fraction() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** (time - 1));
}
