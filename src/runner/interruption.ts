/** What a first Ctrl-C means for each phase: agents stop at once, judges get 5 seconds, teardown 30. */
import { setMaxListeners } from "node:events";

const judgingGraceMs = 5_000;
const teardownGraceMs = 30_000;

export interface Interruption extends Disposable {
  /** Fires at once. */
  readonly agents: AbortSignal;
  readonly judging: AbortSignal;
  readonly teardown: AbortSignal;
  /** A reason of our own to stop everything, as when the disk is full. */
  stop(reason: unknown): void;
}

/** Derives the signals of the later phases from the first. */
export function interruptionOf(outer: AbortSignal): Interruption {
  const own = new AbortController();
  const judging = new AbortController();
  const teardown = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const agents = AbortSignal.any([outer, own.signal]);
  // Every job and every check listens: that many are no leak.
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
