/** Waits for work, but not beyond an abort: a judge that does not listen cannot hold up whoever does. */

/** Who waits on a signal. One listener serves them all: thousands of items may share a signal. */
const waiting = new WeakMap<AbortSignal, Set<(reason: unknown) => void>>();

export async function untilAborted<T>(work: Promise<T>, abort: AbortSignal): Promise<T> {
  const stops = stopsOf(abort);
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

function stopsOf(abort: AbortSignal): Set<(reason: unknown) => void> {
  const known = waiting.get(abort);
  if (known !== undefined) return known;
  const stops = new Set<(reason: unknown) => void>();
  waiting.set(abort, stops);
  abort.addEventListener("abort", () => stops.forEach((stop) => stop(abort.reason)), { once: true });
  return stops;
}
