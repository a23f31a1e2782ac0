/** Defines what a first Ctrl-C means for each phase: agents stop at once, judges get 5 seconds, teardown 30. */
import { setMaxListeners } from "node:events";

const judgingGraceMs = 5_000;
export const teardownGraceMs = 30_000;

export interface Interruption extends Disposable {
  /** Fires at once. */
  readonly agents: AbortSignal;
  readonly judging: AbortSignal;
  readonly teardown: AbortSignal;
  /** Stops everything for a reason of our own, for example a full disk. */
  stop(reason: unknown): void;
}

/** Derives the signals of the later phases from the first one. */
export function createInterruption(outer: AbortSignal): Interruption {
  const own = new AbortController();
  const judging = new AbortController();
  const teardown = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const agents = AbortSignal.any([outer, own.signal]);
  // Every job and every check listens, so many listeners are not a leak.
  setMaxListeners(0, agents, judging.signal, teardown.signal);
  const begin = () => {
    const later = (controller: AbortController, waitMs: number) =>
      timers.push(setTimeout(() => controller.abort(agents.reason), waitMs).unref());
    later(judging, judgingGraceMs);
    later(teardown, teardownGraceMs);
  };
  if (agents.aborted) begin();
  else agents.addEventListener("abort", begin, { once: true });
  return {
    agents,
    judging: judging.signal,
    teardown: teardown.signal,
    stop: (reason) => own.abort(reason),
    [Symbol.dispose]: () => {
      agents.removeEventListener("abort", begin);
      timers.forEach(clearTimeout);
    },
  };
}
