/** Folders that last as long as one step of a fetch: a signal removes those that are still there. */
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { systemCode } from "../../core/error.ts";

/** Those of this process that are not removed yet. */
const open = new Set<string>();

/** Folders above them that this process made. */
const made = new Set<string>();

/** Longer than any fetch may take: what is older was left by a process that was killed. */
const abandonedMs = 10 * 60_000;

/** Makes the folder that a path stands in. What is made here goes again with the last passing folder below it, while it is empty. */
export function makeParent(path: string): void {
  const parent = dirname(resolve(path));
  const highest = mkdirSync(parent, { recursive: true });
  if (highest === undefined) return;
  for (let folder = parent; folder !== dirname(resolve(highest)); folder = dirname(folder)) made.add(folder);
}

/** A folder whose name begins with this path; whoever made it removes it with `removePassingFolder`. */
export function makePassingFolder(prefix: string): string {
  // Not awaited: a signal must not come between making it and remembering it.
  const folder = mkdtempSync(prefix);
  open.add(folder);
  return folder;
}

/** Also where it was renamed meanwhile. */
export async function removePassingFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  open.delete(folder);
  removeEmptyAbove(folder);
}

/** Not awaited: whoever makes a folder in one of these has made it before it is looked at here. */
function removeEmptyAbove(path: string): void {
  for (let folder = dirname(resolve(path)); made.has(folder); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (inUse.has(systemCode(error) ?? "")) return;
      throw error;
    }
    made.delete(folder);
  }
}

/** Something is in it, or somebody else has removed it. */
const inUse: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOENT"]);

/** Removes every one of them without waiting; for a signal, when the programs at work in them have been killed. */
export function removePassingFoldersNow(): void {
  for (const folder of open) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
      removeEmptyAbove(folder);
    } catch {
      // What resists stays: it costs space, and there is no time to say so.
    }
  }
  open.clear();
}

/** Removes what processes that were killed left under the same prefix. */
export async function removeAbandoned(prefix: string, now: number): Promise<void> {
  const parent = dirname(prefix);
  const names = (await readdir(parent)).filter((name) => name.startsWith(basename(prefix)));
  for (const folder of names.map((name) => join(parent, name))) {
    const found = await stat(folder).catch(() => undefined); // Removed meanwhile.
    if (found !== undefined && now - found.mtimeMs > abandonedMs) await rm(folder, { recursive: true, force: true });
  }
}
