/**
 * Bounds the requests in flight to one provider with one key. A refusal narrows it, at most once per 15 s; each full
 * round without one widens it by one, up to where it began.
 */
import { type Clock, systemClock } from "../clock.ts";

export interface Gate {
  /** Requests that may be in flight now. */
  readonly limit: number;
  /** The narrowest it has been. */
  readonly lowest: number;
  /** Does this work once there is room and no wait is due. Rejects with the signal's reason when aborted before. */
  pass<T>(work: () => Promise<T>, abort: AbortSignal): Promise<T>;
  /** A request was refused for its rate; nobody starts before the wait the provider asked for is over. */
  refused(waitMs?: number): void;
  answered(): void;
}

export interface GateOptions {
  readonly start?: number;
  readonly clock?: Clock;
}

const defaultStart = 8;
const cutFactor = 0.7;
const cutEveryMs = 15_000;

export function openGate({ start = defaultStart, clock = systemClock }: GateOptions = {}): Gate {
  let limit = start;
  let lowest = start;
  let active = 0;
  let round = 0;
  let refusedWidth = Infinity;
  let lastCut = -Infinity;
  let openAt = -Infinity;
  let timer: Promise<void> | undefined;
  const waiting: (() => void)[] = [];

  function admit(): void {
    const wait = openAt - clock.now();
    if (wait > 0) {
      if (waiting.length > 0) wakeAfter(wait);
      return;
    }
    while (active < limit && waiting.length > 0) {
      active++;
      waiting.shift()?.();
    }
  }

  function wakeAfter(wait: number): void {
    timer ??= clock.sleep(wait).then(() => {
      timer = undefined;
      admit();
    });
  }

  function enter(abort: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        waiting.splice(waiting.indexOf(enterNow), 1);
        reject(abort.reason);
      };
      const enterNow = () => {
        abort.removeEventListener("abort", leaveQueue);
        resolve();
      };
      if (abort.aborted) return reject(abort.reason);
      abort.addEventListener("abort", leaveQueue, { once: true });
      waiting.push(enterNow);
      admit();
    });
  }

  return {
    get limit() {
      return limit;
    },
    get lowest() {
      return lowest;
    },
    async pass(work, abort) {
      await enter(abort);
      try {
        return await work();
      } finally {
        active--;
        admit();
      }
    },
    refused(waitMs = 0) {
      const now = clock.now();
      round = 0;
      openAt = Math.max(openAt, now + waitMs);
      if (now - lastCut < cutEveryMs) return;
      lastCut = now;
      refusedWidth = limit;
      limit = Math.max(1, Math.floor(limit * cutFactor));
      lowest = Math.min(lowest, limit);
    },
    answered() {
      round++;
      // The width that was refused is tried again only when it could be cut again: else it would be refused for 15 s.
      const tooSoon = limit + 1 >= refusedWidth && clock.now() - lastCut < cutEveryMs;
      if (round < limit || limit >= start || tooSoon) return;
      limit++;
      round = 0;
      admit();
    },
  };
}
