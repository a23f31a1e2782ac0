/** A slot among the concurrent fetches, held until the fetched lines have been read. */
import type { LimitFunction } from "p-limit";

/** Opens lines once a slot is free. The slot is released when all lines were read, or when reading ends early. */
export async function inPlace<T>(
  limit: LimitFunction,
  open: () => Promise<AsyncIterable<T> | undefined>,
): Promise<AsyncIterable<T> | undefined> {
  const leave = await takePlace(limit);
  try {
    const opened = await open();
    if (opened !== undefined) return leavingAfter(opened, leave);
  } catch (error) {
    leave();
    throw error;
  }
  leave();
  return undefined;
}

async function takePlace(limit: LimitFunction): Promise<() => void> {
  return await new Promise((taken) => {
    void limit(() => new Promise<void>((leave) => taken(leave)));
  });
}

async function* leavingAfter<T>(opened: AsyncIterable<T>, leave: () => void): AsyncGenerator<T> {
  try {
    yield* opened;
  } finally {
    leave();
  }
}
