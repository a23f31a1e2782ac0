/** A slot among the concurrent fetches, held until the fetched lines have been read. */
import type { LimitFunction } from "p-limit";

/** Opens lines once a slot is free. The slot is released when all lines were read, or when reading ends early. */
export async function openInSlot<T>(
  limit: LimitFunction,
  open: () => Promise<AsyncIterable<T> | undefined>,
): Promise<AsyncIterable<T> | undefined> {
  const leave = await acquireSlot(limit);
  try {
    const opened = await open();
    if (opened !== undefined) return releaseAfter(opened, leave);
  } catch (error) {
    leave();
    throw error;
  }
  leave();
  return undefined;
}

async function acquireSlot(limit: LimitFunction): Promise<() => void> {
  return await new Promise((taken) => {
    void limit(() => new Promise<void>((leave) => taken(leave)));
  });
}

async function* releaseAfter<T>(opened: AsyncIterable<T>, leave: () => void): AsyncGenerator<T> {
  try {
    yield* opened;
  } finally {
    leave();
  }
}
