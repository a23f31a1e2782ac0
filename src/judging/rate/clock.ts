/** Time as a dependency, so that tests need not wait. */
import { setTimeout as sleep } from "node:timers/promises";

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this time; rejects with the signal's reason if it is aborted. */
  sleep(durationMs: number, abort?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(durationMs, abort) {
    abort?.throwIfAborted();
    await sleep(durationMs, undefined, abort === undefined ? {} : { signal: abort }).catch((error: unknown) => {
      throw abort?.aborted === true ? abort.reason : error;
    });
  },
};
