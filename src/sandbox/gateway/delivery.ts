/** Delivers a request to a provider, and retries before anything was answered: the client sees only the last attempt. */
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { readRetryAfterMs } from "../../core/http/retry-after.ts";
import type { Upstream, UpstreamAnswer, UpstreamRequest } from "./upstream.ts";

/** The shared pace of everything that uses one key: a refusal slows all of it. */
export interface RequestPace {
  waitUntilOpen(abort: AbortSignal): Promise<void>;
  recordRefusal(waitMs?: number): void;
  recordAnswer(): void;
}

export interface DeliveryOptions {
  readonly abort: AbortSignal;
  readonly silenceMs?: number;
  readonly pace?: RequestPace;
  /** The bound of the first wait; a script is not a busy service, so it needs none. */
  readonly firstWaitMs?: number;
  /** Called for each wait; disposing the result ends it. */
  readonly onWait?: () => Disposable;
  readonly random?: () => number;
}

export interface UpstreamDelivery {
  readonly answer: UpstreamAnswer;
  readonly attempts: number;
  readonly waitedMs: number;
}

const maxRetries = 2;
const retriedStatuses: readonly (number | undefined)[] = [429, 502, 503, 529];
const refusals: readonly (number | undefined)[] = [429, 529];
const retriedFailures: readonly string[] = ["unreachable", "dropped"];
const defaultFirstWaitMs = 2_000;
const longestBackoffMs = 60_000;
/** If a provider asks for a longer wait than this, its refusal is passed on. */
const longestWaitMs = 300_000;

export async function deliverUpstream(
  upstream: Upstream,
  request: UpstreamRequest,
  options: DeliveryOptions,
): Promise<UpstreamDelivery> {
  let waitedMs = 0;
  for (let attempts = 1; ; attempts += 1) {
    const answer = await upstream.send(request, options);
    const waitMs = attempts > maxRetries ? null : decideWait(answer, attempts, options);
    notePace(answer, options);
    if (waitMs === null || options.abort.aborted) return { answer, attempts, waitedMs };
    if (answer.kind === "answer") discard(answer.response);
    waitedMs += await wait(waitMs, options);
    // The client has left: what the provider said last is what is known.
    if (options.abort.aborted) return { answer, attempts, waitedMs };
  }
}

/** Null if there is no point in another attempt. */
function decideWait(answer: UpstreamAnswer, attempts: number, options: DeliveryOptions): number | null {
  const { firstWaitMs = defaultFirstWaitMs, random = Math.random } = options;
  const backoff = random() * Math.min(longestBackoffMs, firstWaitMs * 2 ** (attempts - 1));
  if (answer.kind === "failed") return retriedFailures.includes(answer.why) ? backoff : null;
  if (!retriedStatuses.includes(answer.response.statusCode)) return null;
  const asked = readRetryAfterMs(answer.response.headers, Date.now());
  if (asked !== undefined && asked > longestWaitMs) return null;
  return Math.max(asked ?? 0, backoff);
}

function notePace(answer: UpstreamAnswer, { pace }: DeliveryOptions): void {
  if (pace === undefined || answer.kind === "failed") return;
  const { statusCode, headers } = answer.response;
  if (!refusals.includes(statusCode)) return pace.recordAnswer();
  const asked = readRetryAfterMs(headers, Date.now()) ?? 0;
  pace.recordRefusal(asked > longestWaitMs ? 0 : asked);
}

async function wait(waitMs: number, { abort, pace, onWait }: DeliveryOptions): Promise<number> {
  using _held = onWait?.();
  const began = performance.now();
  try {
    await sleep(waitMs, undefined, { signal: abort });
    await pace?.waitUntilOpen(abort);
  } catch (error) {
    if (!abort.aborted) throw error;
  }
  return Math.round(performance.now() - began);
}

/** The rest of an answer that no one reads must not hold its connection. */
function discard(response: IncomingMessage): void {
  response.on("error", () => {});
  response.resume();
}
