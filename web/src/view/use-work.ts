/** Asks every few seconds what running agents do, while the page is visible. */
import { useEffect, useState } from "preact/hooks";
import { pause } from "../data/pause.ts";

const pauseMs = 2_000;

/** Null until the first answer. A request that fails changes nothing: the mark of the page says that the server is gone. */
export function useWork<Work>(ask: () => Promise<Work>, isRunning: boolean): Work | null {
  const [work, setWork] = useState<Work | null>(null);
  useEffect(() => {
    if (!isRunning) return setWork(null);
    const abort = new AbortController();
    const follow = async () => {
      while (!abort.signal.aborted) {
        const answer = document.hidden ? null : await ask().catch(() => null);
        if (answer !== null && !abort.signal.aborted) setWork(answer);
        await pause(pauseMs, abort.signal);
      }
    };
    void follow();
    return () => abort.abort();
  }, [ask, isRunning]);
  return work;
}
