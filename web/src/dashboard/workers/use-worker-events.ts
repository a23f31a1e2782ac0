/** Reads anew when a worker, or what it does, changed: soon after the first word of it, and then not again for a moment. */
import { useEffect } from "preact/hooks";
import type { Live, LiveEvent } from "../live/live.ts";

const pauseMs = 500;

const telling: ReadonlySet<LiveEvent["type"]> = new Set([
  "worker.changed",
  "run.queued",
  "run.started",
  "run.finished",
  "run.cancelled",
  "reset",
]);

export function useWorkerEvents(live: Live, readAgain: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = live.subscribe(({ type }) => {
      if (!telling.has(type)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        readAgain();
      }, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [live]);
}
