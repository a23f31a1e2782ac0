/** Writes one value at a time, always the newest: a value that is replaced while it waits is never written. */
export function createLatestWriter<T>(write: (value: T) => Promise<void>): (value: T) => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let waiting: { value: T; done: Promise<void> } | null = null;

  return (value) => {
    if (waiting !== null) {
      waiting.value = value;
      return waiting.done;
    }
    const next = { value, done: Promise.resolve() };
    waiting = next;
    const begin = () => {
      waiting = null;
      return write(next.value);
    };
    next.done = running.then(begin, begin);
    running = next.done;
    return next.done;
  };
}
