/** Waits; ends early when aborted or, with `wakeOnline`, when the network is back. */
export function pause(durationMs: number, abort: AbortSignal, { wakeOnline = false } = {}): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    if (wakeOnline) addEventListener("online", end, { signal: over.signal });
    abort.addEventListener("abort", end, { signal: over.signal });
  });
}
