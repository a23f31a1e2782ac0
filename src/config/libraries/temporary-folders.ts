/** Temporary folders for one step of a fetch: a signal removes those that still exist. */
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { systemCode } from "../../core/error.ts";

/** Folders of this process that have not been removed yet. */
const activeFolders = new Set<string>();

/** Parent folders that this process created. */
const createdParents = new Set<string>();

/** Longer than any fetch may take: an older folder was left by a killed process. */
const abandonedMs = 10 * 60_000;

/** Creates the parent folder of a path. An empty one is removed again with the last temporary folder below it. */
export function makeParent(path: string): void {
  const parent = dirname(resolve(path));
  const highest = mkdirSync(parent, { recursive: true });
  if (highest === undefined) return;
  for (let folder = parent; folder !== dirname(resolve(highest)); folder = dirname(folder)) createdParents.add(folder);
}

/** Creates a folder whose path begins with this prefix; the caller removes it with `removeTemporaryFolder`. */
export function createTemporaryFolder(prefix: string): string {
  // Synchronous: a signal must not arrive between creating the folder and remembering it.
  const folder = mkdtempSync(prefix);
  activeFolders.add(folder);
  return folder;
}

/** Also works if the folder was renamed meanwhile. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  activeFolders.delete(folder);
  removeEmptyParents(folder);
}

/** Synchronous: code that creates a folder in one of these has already done so when it is checked here. */
function removeEmptyParents(path: string): void {
  for (let folder = dirname(resolve(path)); createdParents.has(folder); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (expectedCodes.has(systemCode(error) ?? "")) return;
      throw error;
    }
    createdParents.delete(folder);
  }
}

/** The folder is not empty, or another process has removed it. */
const expectedCodes: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOENT"]);

/** Removes all of them without waiting; for a signal, after the programs working in them were killed. */
export function removeTemporaryFoldersSync(): void {
  for (const folder of activeFolders) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
      removeEmptyParents(folder);
    } catch {
      // A folder that cannot be removed stays: it costs space, and there is no time to report it.
    }
  }
  activeFolders.clear();
}

/** Removes folders with the same prefix that killed processes left behind. */
export async function removeAbandonedFolders(prefix: string, now: number): Promise<void> {
  const parent = dirname(prefix);
  const names = (await readdir(parent)).filter((name) => name.startsWith(basename(prefix)));
  for (const folder of names.map((name) => join(parent, name))) {
    const found = await stat(folder).catch(() => undefined); // Removed meanwhile.
    if (found !== undefined && now - found.mtimeMs > abandonedMs) await rm(folder, { recursive: true, force: true });
  }
}
