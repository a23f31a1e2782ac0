/** Limits the requests or runs in flight to one provider with one key, and delays all of them if it asks for a wait. */
import { setMaxListeners } from "node:events";
import { type Clock, systemClock } from "./clock.ts";

/**
 * How many requests may be in flight. A refusal multiplies it by 0.7, at most once per 15 s; each full round without one
 * adds one, up to the initial value.
 */
interface ConcurrencyWindow {
  readonly limit: number;
  /** The lowest value so far. */
  readonly lowest: number;
  recordRefusal(): void;
  recordAnswer(): void;
}

const cutFactor = 0.7;
const cutEveryMs = 15_000;

function openConcurrencyWindow(start: number, clock: Clock): ConcurrencyWindow {
  let limit = start;
  let lowest = start;
  let cutTo = start;
  /** The upper bound until the next cut is possible. */
  let ceiling = start;
  let lastCut = -Infinity;
  let round = 0;

  return {
    get limit() {
      return limit;
    },
    get lowest() {
      return lowest;
    },
    recordRefusal() {
      round = 0;
      if (clock.now() - lastCut >= cutEveryMs) {
        lastCut = clock.now();
        ceiling = limit - 1;
        limit = cutTo = Math.max(1, Math.floor(limit * cutFactor));
        lowest = Math.min(lowest, limit);
      } else if (limit > cutTo) {
        // Too soon for another cut: the last increase was too much, so it is undone.
        ceiling = --limit;
      }
    },
    recordAnswer() {
      if (++round < limit) return;
      round = 0;
      // The refused width is tried again only when another cut is possible; otherwise it would be refused for 15 s.
      const top = clock.now() - lastCut < cutEveryMs ? ceiling : start;
      if (limit < top) limit++;
    },
  };
}

export interface RateLimiter {
  /** How many requests may be in flight now. */
  readonly limit: number;
  /** The lowest limit so far. */
  readonly lowest: number;
  /** Does the work once there is room and no wait is due. Rejects with the signal's reason if aborted before that. */
  run<T>(work: () => Promise<T>, abort?: AbortSignal): Promise<T>;
  /** Resolves when no wait is due: for running work that retries. */
  waitUntilOpen(abort: AbortSignal): Promise<void>;
  /** A request was refused by a rate limit; nothing starts before the wait that the provider asked for is over. */
  recordRefusal(waitMs?: number): void;
  /** Another limiter with the same key was refused, so this one is narrowed too. */
  narrow(): void;
  recordAnswer(): void;
  /** Lets everything through from now on: the work is being stopped, so waiting callers only need to say so. */
  release(): void;
}

export interface RateLimiterOptions {
  readonly start?: number;
  readonly clock?: Clock;
  readonly onRefused?: () => void;
  /** Called with the new limit whenever it has been lowered. */
  readonly onNarrowed?: (limit: number) => void;
}

const defaultStart = 8;

/** Callers in the order in which they came; each is admitted once there is room and no wait is due. */
function openWaitingLine(width: ConcurrencyWindow, clock: Clock) {
  const waiting = new Set<() => void>();
  let active = 0;
  let openAt = -Infinity;
  let isReleased = false;
  let alarm: AbortController | undefined;

  function admit(): void {
    if (openAt > clock.now() && !isReleased) return wakeLater();
    for (const giveWay of waiting) {
      if (active >= width.limit && !isReleased) return;
      waiting.delete(giveWay);
      active++;
      giveWay();
    }
  }

  function wakeLater(): void {
    if (alarm !== undefined || waiting.size === 0) return;
    alarm = new AbortController();
    const wake = () => {
      alarm = undefined;
      admit();
    };
    clock.sleep(openAt - clock.now(), alarm.signal).then(wake, wake);
  }

  function enter(abort: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveWay = () => {
        abort?.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(giveWay);
        // If no one is waiting any more, a long wait must not keep the process alive.
        if (waiting.size === 0) alarm?.abort();
        reject(abort?.reason);
      };
      if (abort?.aborted === true) return reject(abort.reason);
      abort?.addEventListener("abort", giveUp, { once: true });
      waiting.add(giveWay);
      admit();
    });
  }

  function leave(): void {
    active--;
    admit();
  }

  function delay(waitMs: number): void {
    openAt = Math.max(openAt, clock.now() + waitMs);
  }

  async function waitUntilOpen(abort: AbortSignal): Promise<void> {
    // The wait may be extended while this call is waiting.
    while (openAt > clock.now()) await clock.sleep(openAt - clock.now(), abort);
  }

  function release(): void {
    isReleased = true;
    admit();
    alarm?.abort();
  }

  return { admit, enter, leave, delay, waitUntilOpen, release };
}

export function openRateLimiter(options: RateLimiterOptions = {}): RateLimiter {
  const { start = defaultStart, clock = systemClock, onRefused, onNarrowed } = options;
  const width = openConcurrencyWindow(start, clock);
  const line = openWaitingLine(width, clock);

  function narrow(): void {
    const before = width.limit;
    width.recordRefusal();
    if (width.limit < before) onNarrowed?.(width.limit);
  }

  return {
    get limit() {
      return width.limit;
    },
    get lowest() {
      return width.lowest;
    },
    async run(work, abort) {
      // Any number of questions may share a signal; Node would warn from the eleventh listener on.
      if (abort !== undefined) setMaxListeners(0, abort);
      await line.enter(abort);
      try {
        return await work();
      } finally {
        line.leave();
      }
    },
    waitUntilOpen: line.waitUntilOpen,
    recordRefusal(waitMs = 0) {
      line.delay(waitMs);
      narrow();
      onRefused?.();
    },
    narrow,
    recordAnswer() {
      width.recordAnswer();
      line.admit();
    },
    release: line.release,
  };
}
