/** Sends events to a PostHog-compatible host: from a short queue, in the background, without delaying anything else. */
import { setTimeout as sleep } from "node:timers/promises";
import type { PosthogEvent } from "./scored-run.ts";

/** Limits from the event contract: how often to retry, and when to pause. */
const queueLength = 1_000;
const batchSize = 100;
const requestMs = 2_000;
const maxTries = 3;
const failuresBeforePause = 5;
const pauseMs = 60_000;
const flushMs = 2_000;
const retryMs = 250;

export interface PosthogOptions {
  /** For example `https://posthog.example.test`. */
  readonly host: string;
  readonly key: string;
  /** Called with the uuids of accepted events. */
  readonly onSent?: (uuids: readonly string[]) => void;
  /** Called with the number of dropped events. */
  readonly onDropped?: (count: number) => void;
  /** For tests: another clock. */
  readonly nowMs?: () => number;
}

export interface EventSink extends AsyncDisposable {
  /** Returns at once; when the queue is full, the oldest events are dropped. */
  send(event: PosthogEvent): void;
}

/** Opens a sink. Disposing it sends the remaining events, for two seconds at most. */
export function openPosthog({
  host,
  key,
  onSent,
  onDropped,
  nowMs = () => performance.now(),
}: PosthogOptions): EventSink {
  const url = new URL("batch/", host.endsWith("/") ? host : `${host}/`);
  const queue: PosthogEvent[] = [];
  const stop = new AbortController();
  let failures = 0;
  let pausedUntilMs = 0;
  let pumping: Promise<void> | undefined;

  async function deliver(batch: readonly PosthogEvent[]): Promise<boolean> {
    for (let attempt = 1; attempt <= maxTries && !stop.signal.aborted; attempt += 1) {
      const result = await post(url, { key, batch }, stop.signal);
      if (result === "taken") return true;
      failures += 1;
      if (result === "refused") return false;
      if (failures >= failuresBeforePause) return false;
      if (attempt < maxTries)
        await sleep(retryMs * attempt, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
    return false;
  }

  async function pump(): Promise<void> {
    while (queue.length > 0 && nowMs() >= pausedUntilMs) {
      const batch = queue.splice(0, batchSize);
      const isTaken = await deliver(batch);
      if (isTaken) {
        failures = 0;
        onSent?.(batch.map(({ uuid }) => uuid));
      } else onDropped?.(batch.length);
      if (failures >= failuresBeforePause) {
        failures = 0;
        pausedUntilMs = nowMs() + pauseMs;
        setTimeout(wake, pauseMs).unref();
      }
    }
    pumping = undefined;
  }

  /** Starts in a microtask, so that `pumping` is set before the pump can end and clear it. */
  function wake(): void {
    pumping ??= Promise.resolve().then(pump);
  }

  return {
    send(event) {
      queue.push(event);
      if (queue.length > queueLength) onDropped?.(queue.splice(0, queue.length - queueLength).length);
      wake();
    },
    async [Symbol.asyncDispose]() {
      const timer = setTimeout(() => stop.abort(), flushMs);
      await pumping;
      clearTimeout(timer);
      stop.abort();
      if (queue.length > 0) onDropped?.(queue.splice(0).length);
    },
  };
}

interface Batch {
  readonly key: string;
  readonly batch: readonly PosthogEvent[];
}

/** "refused" means that a retry would be refused too. Redirects are not followed, because they may lead anywhere. */
async function post(url: URL, { key, batch }: Batch, stop: AbortSignal): Promise<"taken" | "failed" | "refused"> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ api_key: key, batch }),
      signal: AbortSignal.any([stop, AbortSignal.timeout(requestMs)]),
    });
    await answer.body?.cancel();
    if (answer.ok) return "taken";
    return answer.status < 500 && answer.status !== 408 && answer.status !== 429 ? "refused" : "failed";
  } catch {
    return "failed"; // The host is unreachable or too slow: the events count as dropped, the run is not affected.
  }
}
