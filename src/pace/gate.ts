/** Bounds what is in flight to one provider with one key, requests or runs, and holds everybody back when it asks for a wait. */
import { setMaxListeners } from "node:events";
import { type Clock, systemClock } from "./clock.ts";
import { openWidth } from "./gate-width.ts";

export interface Gate {
  /** Requests that may be in flight now. */
  readonly limit: number;
  /** The narrowest it has been. */
  readonly lowest: number;
  /** Does this work once there is room and no wait is due. Rejects with the signal's reason when aborted before. */
  pass<T>(work: () => Promise<T>, abort?: AbortSignal): Promise<T>;
  /** Resolves when no wait is due: for whoever is inside and tries again. */
  untilOpen(abort: AbortSignal): Promise<void>;
  /** A request was refused for its rate; nobody starts before the wait the provider asked for is over. */
  refused(waitMs?: number): void;
  /** Another gate with the same key was refused, so this one is cut too. */
  narrow(): void;
  answered(): void;
  /** From now on everybody passes at once: whoever still waits has only to say that nothing is done any more. */
  release(): void;
}

export interface GateOptions {
  readonly start?: number;
  readonly clock?: Clock;
  readonly onRefused?: () => void;
  /** Told the new limit whenever it has fallen. */
  readonly onNarrowed?: (limit: number) => void;
}

const defaultStart = 8;

export function openGate(options: GateOptions = {}): Gate {
  const { start = defaultStart, clock = systemClock, onRefused, onNarrowed } = options;
  const width = openWidth(start, clock);
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

  function narrow(): void {
    const before = width.limit;
    width.refused();
    if (width.limit < before) onNarrowed?.(width.limit);
  }

  function enter(abort: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveWay = () => {
        abort?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(giveWay);
        // With nobody left to wake, a long wait must not keep the process alive.
        if (waiting.size === 0) alarm?.abort();
        reject(abort?.reason);
      };
      if (abort?.aborted === true) return reject(abort.reason);
      abort?.addEventListener("abort", leave, { once: true });
      waiting.add(giveWay);
      admit();
    });
  }

  return {
    get limit() {
      return width.limit;
    },
    get lowest() {
      return width.lowest;
    },
    async pass(work, abort) {
      // Any number of questions may share a signal; Node would warn from the eleventh on.
      if (abort !== undefined) setMaxListeners(0, abort);
      await enter(abort);
      try {
        return await work();
      } finally {
        active--;
        admit();
      }
    },
    async untilOpen(abort) {
      // Others may be told to wait longer while one waits.
      while (openAt > clock.now()) await clock.sleep(openAt - clock.now(), abort);
    },
    refused(waitMs = 0) {
      openAt = Math.max(openAt, clock.now() + waitMs);
      narrow();
      onRefused?.();
    },
    narrow,
    answered() {
      width.answered();
      admit();
    },
    release() {
      isReleased = true;
      admit();
      alarm?.abort();
    },
  };
}
