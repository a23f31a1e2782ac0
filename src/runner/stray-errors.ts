/** Catches errors that an adapter throws outside its awaited work: in a timer, in an event, in a promise it did not await. */
import { AsyncLocalStorage } from "node:async_hooks";

interface TrackedWork {
  readonly fail: (error: unknown) => void;
  isOver: boolean;
}

const workStorage = new AsyncLocalStorage<TrackedWork>();

/** Whether uncaught errors are routed here. Tracking which work is running makes every promise slower, so it is optional. */
let isListening = false;

/** Routes stray errors from now on. Programs that embed AXIS handle their own stray errors instead. */
export function listenForStrayErrors(): void {
  isListening = true;
}

/** Runs the work; a stray error fails it just like an error it throws itself. */
export async function runWithStrayErrors<T>(work: () => Promise<T>): Promise<T> {
  if (!isListening) return await work();
  let fail: TrackedWork["fail"] = () => {};
  const stray = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const own: TrackedWork = { fail, isOver: false };
  try {
    return await workStorage.run(own, () => Promise.race([work(), stray]));
  } finally {
    own.isOver = true;
  }
}

/** Routes an uncaught error to the work it came from; reports whether such work exists and is still running. */
export function routeStrayError(error: unknown): "taken" | "late" | "nobody" {
  const work = workStorage.getStore();
  if (work === undefined) return "nobody";
  if (work.isOver) return "late";
  work.fail(error);
  return "taken";
}
