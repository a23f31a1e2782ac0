/** Protects AXIS's own folders that an agent's code can reach: it may remove one, lock it, or replace it with a link. */
import { lstatSync, type Stats } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { removeFolder } from "./remove-folder.ts";

/** Makes sure that a folder exists, is not a link, and is writable for this user. Its content may be lost. */
export async function ensureFolder(folder: string): Promise<void> {
  const there = statEntry(folder);
  if (there?.isDirectory() && (there.mode & 0o700) === 0o700) return;
  if (there?.isDirectory()) return await chmod(folder, 0o700);
  await removeFolder(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** The same, except that a folder that was removed or replaced by something else stays missing. */
export async function ensureFolderOrNothing(folder: string): Promise<void> {
  const there = statEntry(folder);
  if (there?.isDirectory()) await ensureFolder(folder);
  else if (there !== undefined) await removeFolder(folder);
}

/** Synchronous, because this is called often and waiting would take longer than the call itself. */
function statEntry(folder: string): Stats | undefined {
  try {
    return lstatSync(folder, { throwIfNoEntry: false });
  } catch {
    return undefined; // An entry that cannot be read is created anew, or the error appears then.
  }
}
