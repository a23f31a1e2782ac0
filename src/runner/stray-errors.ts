/** Errors that an adapter throws where nobody waits for it: in a timer, in an event, in a promise that it let go. */
import { AsyncLocalStorage } from "node:async_hooks";

interface Work {
  readonly fail: (error: unknown) => void;
  isOver: boolean;
}

const works = new AsyncLocalStorage<Work>();

/** Whether somebody hands over what nobody caught. To keep track of whose work goes on costs every promise something. */
let isHeard = false;

/** From now on stray errors are handed over. In a program of others, they are that program's. */
export function hearStrayErrors(): void {
  isHeard = true;
}

/** Does the work; a stray error of it ends it, as one does that it throws itself. */
export async function withStrayErrors<T>(work: () => Promise<T>): Promise<T> {
  if (!isHeard) return await work();
  let fail: Work["fail"] = () => {};
  const stray = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const own: Work = { fail, isOver: false };
  try {
    return await works.run(own, () => Promise.race([work(), stray]));
  } finally {
    own.isOver = true;
  }
}

/** Hands an error that nobody caught to the work that it came from; whether there is one, and is still going on. */
export function takeStrayError(error: unknown): "taken" | "late" | "nobody" {
  const work = works.getStore();
  if (work === undefined) return "nobody";
  if (work.isOver) return "late";
  work.fail(error);
  return "taken";
}
