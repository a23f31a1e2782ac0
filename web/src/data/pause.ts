/** Waits for some time. */

/** Ends early when nobody waits any more. */
export function pause(durationMs: number, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    abort.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
