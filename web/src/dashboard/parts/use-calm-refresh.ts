/** Reads anew when runs were scored: soon after the first, and then not again for a while. */
import { useEffect } from "preact/hooks";
import type { Live } from "../live/live.ts";

const pauseMs = 3_000;

export function useCalmRefresh(live: Live, ...readAgain: readonly (() => void)[]): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = live.subscribe(({ type }) => {
      if (type !== "run.scored" && type !== "reset") return;
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const read of readAgain) read();
      }, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [live, ...readAgain]);
}
