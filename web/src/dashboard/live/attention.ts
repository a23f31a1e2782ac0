/** Whether anybody looks at this tab. Browsers allow few connections to one server, and tabs in the background must not take them all. */

/** A tab may be left for this long before its stream is closed. */
const patienceMs = 60_000;

/** Resolves at once for a tab that is looked at, else when somebody comes back. */
export async function attention(abort: AbortSignal): Promise<void> {
  while (document.hidden && !abort.aborted)
    await new Promise<void>((resolve) => {
      const over = new AbortController();
      const end = () => {
        over.abort();
        resolve();
      };
      document.addEventListener("visibilitychange", end, { signal: over.signal });
      abort.addEventListener("abort", end, { signal: over.signal });
    });
}

export interface Inattention extends Disposable {
  /** Aborted when the tab was left for too long. */
  readonly signal: AbortSignal;
}

/** Watches until it is disposed. */
export function watchInattention(): Inattention {
  const left = new AbortController();
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => left.abort(), patienceMs);
  };
  document.addEventListener("visibilitychange", look, { signal: over.signal });
  look();
  return {
    signal: left.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      over.abort();
    },
  };
}
