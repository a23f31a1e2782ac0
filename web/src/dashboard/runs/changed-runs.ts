/** Collects runs that changed until they are loaded again. */
import type { RunSummary } from "../api/answers.ts";

/** Ids, or "any" unfinished run if events were missed. */
export type ChangedRuns = ReadonlySet<string> | "any";

/** Runs loaded one by one per second, to stay well below the server's rate limit. */
const maxAtOnce = 4;

export function hasChanges(changed: ChangedRuns): boolean {
  return changed === "any" || changed.size > 0;
}

export function mergeChanges(a: ChangedRuns, b: ChangedRuns): ChangedRuns {
  return a === "any" || b === "any" ? "any" : new Set([...a, ...b]);
}

/** Splits the changed runs that are not on the first page into those to load now and those to load later. */
export function splitChanges(
  changed: ChangedRuns,
  shown: readonly RunSummary[],
  firstPage: readonly RunSummary[],
): { readonly now: readonly string[]; readonly later: ReadonlySet<string> } {
  const read = new Set(firstPage.map(({ id }) => id));
  const isChanged = ({ id, status }: RunSummary) =>
    changed === "any" ? status === "queued" || status === "running" : changed.has(id);
  const ids = shown.filter((run) => !read.has(run.id) && isChanged(run)).map(({ id }) => id);
  return { now: ids.slice(0, maxAtOnce), later: new Set(ids.slice(maxAtOnce)) };
}
