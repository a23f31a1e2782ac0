/** Waits for work, but not beyond an abort: a judge that does not listen cannot hold up whoever does. */
export async function untilAborted<T>(work: Promise<T>, abort: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(abort.reason as Error);
    abort.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    abort.removeEventListener("abort", stop);
  }
}
