/** Tracks whether the tab is visible. Browsers allow few connections per server, and hidden tabs must not use them up. */

/** A hidden tab keeps its stream this long. */
const maxHiddenMs = 60_000;

/** Resolves when the tab is visible. */
export async function waitUntilVisible(abort: AbortSignal): Promise<void> {
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

export interface HiddenWatch extends Disposable {
  /** Aborted if the tab has been hidden for too long. */
  readonly signal: AbortSignal;
}

/** Watches until it is disposed. */
export function watchHidden(): HiddenWatch {
  const left = new AbortController();
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => left.abort(), maxHiddenMs);
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
