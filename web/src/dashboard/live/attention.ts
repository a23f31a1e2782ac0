/** Tracks whether the tab is visible. Browsers allow few connections per server, and hidden tabs must not use them up. */

/** A hidden tab keeps its stream this long. */
const patienceMs = 60_000;

/** Resolves when the tab is visible. */
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
  /** Aborted if the tab has been hidden for too long. */
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
