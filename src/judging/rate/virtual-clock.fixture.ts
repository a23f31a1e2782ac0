/** A clock that jumps to the next sleeper once everything else is idle. */
import type { Clock } from "./clock.ts";

export interface VirtualClock extends Clock {
  /** How long sleepers slept, in order. */
  readonly slept: number[];
}

export function virtualClock(startMs = 0): VirtualClock {
  let now = startMs;
  let order = 0;
  const sleepers: { at: number; order: number; wake: () => void }[] = [];
  const slept: number[] = [];

  function jump(): void {
    sleepers.sort((a, b) => a.at - b.at || a.order - b.order);
    const next = sleepers.shift();
    if (next === undefined) return;
    now = Math.max(now, next.at);
    next.wake();
    if (sleepers.length > 0) setImmediate(jump);
  }

  return {
    slept,
    now: () => now,
    sleep: (durationMs, abort) =>
      new Promise((resolve, reject) => {
        slept.push(durationMs);
        abort?.addEventListener("abort", () => reject(abort.reason), { once: true });
        if (abort?.aborted === true) return reject(abort.reason);
        sleepers.push({ at: now + durationMs, order: order++, wake: resolve });
        // Two event-loop turns, so that pending work at this moment runs first.
        if (sleepers.length === 1) setImmediate(() => setImmediate(jump));
      }),
  };
}
