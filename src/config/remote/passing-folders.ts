/** Folders that last as long as one step of a fetch: a signal removes those that are still there. */
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Those of this process that are not removed yet. */
const open = new Set<string>();

/** Longer than any fetch may take: what is older was left by a process that was killed. */
const abandonedMs = 10 * 60_000;

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
}

/** Removes every one of them without waiting; for a signal, when the programs at work in them have been killed. */
export function removePassingFoldersNow(): void {
  for (const folder of open) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
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
