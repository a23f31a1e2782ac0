/** Folders of ours that code of an agent's can reach: it may remove one, lock it, or put a link in its place. */
import { lstatSync, type Stats } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { removeFolder } from "./removal.ts";

/** Sees to it that a folder is there, is no link, and can be written to by this user. What was in it may be gone. */
export async function keepFolder(folder: string): Promise<void> {
  const there = look(folder);
  if (there?.isDirectory() && (there.mode & 0o700) === 0o700) return;
  if (there?.isDirectory()) return await chmod(folder, 0o700);
  await removeFolder(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** The same, but a folder that was taken away, or that something else has the place of, is not there. */
export async function keepIfThere(folder: string): Promise<void> {
  const there = look(folder);
  if (there?.isDirectory()) await keepFolder(folder);
  else if (there !== undefined) await removeFolder(folder);
}

/** At once: this is done often, and waiting for it would take longer than it does. */
function look(folder: string): Stats | undefined {
  try {
    return lstatSync(folder, { throwIfNoEntry: false });
  } catch {
    return undefined; // What cannot be looked at is made anew, or says then what is wrong.
  }
}
