/** Waits for work until an abort, so that a judge that ignores the signal cannot block the caller. */

/** Waiting callers per signal. They share one listener, because thousands of items may use the same signal. */
const waiting = new WeakMap<AbortSignal, Set<(reason: unknown) => void>>();

export async function waitUntilAborted<T>(work: Promise<T>, abort: AbortSignal): Promise<T> {
  const stops = getStops(abort);
  let stop: (reason: unknown) => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = reject;
    stops.add(reject);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stops.delete(stop);
  }
}

function getStops(abort: AbortSignal): Set<(reason: unknown) => void> {
  const known = waiting.get(abort);
  if (known !== undefined) return known;
  const stops = new Set<(reason: unknown) => void>();
  waiting.set(abort, stops);
  abort.addEventListener("abort", () => stops.forEach((stop) => stop(abort.reason)), { once: true });
  return stops;
}
