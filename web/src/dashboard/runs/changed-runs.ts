/** Runs that something happened to, gathered until they are read again. */
import type { RunSummary } from "../api/answers.ts";

/** By id; or any that has not ended, where something was missed. */
export type ChangedRuns = ReadonlySet<string> | "any";

/** Runs that are read one by one in a second, so that a busy list stays well within what the server allows; the rest waits. */
const mostAtOnce = 4;

export function areSome(changed: ChangedRuns): boolean {
  return changed === "any" || changed.size > 0;
}

export function bothChanged(a: ChangedRuns, b: ChangedRuns): ChangedRuns {
  return a === "any" || b === "any" ? "any" : new Set([...a, ...b]);
}

/** Which shown runs are to be read one by one, because the first page does not hold them; and which must wait. */
export function toReadAgain(
  changed: ChangedRuns,
  shown: readonly RunSummary[],
  firstPage: readonly RunSummary[],
): { readonly now: readonly string[]; readonly later: ReadonlySet<string> } {
  const read = new Set(firstPage.map(({ id }) => id));
  const isChanged = ({ id, status }: RunSummary) =>
    changed === "any" ? status === "queued" || status === "running" : changed.has(id);
  const ids = shown.filter((run) => !read.has(run.id) && isChanged(run)).map(({ id }) => id);
  return { now: ids.slice(0, mostAtOnce), later: new Set(ids.slice(mostAtOnce)) };
}
