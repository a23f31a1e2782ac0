/** Reads a run again when something happened to it: soon, and not more than once in a while. */
import { useEffect } from "preact/hooks";
import type { Live } from "../live/live.ts";

const pauseMs = 500;

export function useRunEvents(live: Live, runId: string, readAgain: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = live.subscribe((event) => {
      if (event.type !== "reset" && event.runId !== runId) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        readAgain();
      }, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [live, runId, readAgain]);
}
