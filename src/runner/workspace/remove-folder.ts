/** Removes folders that an agent may have filled, even with read-only folders or extremely deep nesting. */
import { randomUUID } from "node:crypto";
import { chmod, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../../core/error.ts";

/** Removes a folder and everything below it; a link is removed, never followed. A missing folder is not an error. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENAMETOOLONG") await flattenDeepFolders(folder);
    else if (code === "EACCES" || code === "EPERM" || code === "ENOTEMPTY") await restorePermissions(folder);
    else throw error;
    await rm(folder, { recursive: true, force: true, maxRetries: 2 });
  }
}

/** Gives the owner permission again to list and change every folder below. */
async function restorePermissions(folder: string): Promise<void> {
  try {
    await chmod(folder, 0o700);
    for (const entry of await readdir(folder, { withFileTypes: true }))
      if (entry.isDirectory()) await restorePermissions(join(folder, entry.name));
  } catch (error) {
    // A removal that failed at one folder may still be removing the others.
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

/** Up to this path length in bytes, a folder's content can still be named: systems allow 4,096, some only 1,024. */
const maxPathBytes = 700;

/** Folders created one inside the other, each from within the last, can be nested deeper than any path can express. */
async function flattenDeepFolders(top: string): Promise<void> {
  const waiting = [top];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const place = join(folder, entry.name);
      const nearer = Buffer.byteLength(place) > maxPathBytes ? join(top, randomUUID()) : place;
      if (nearer !== place) await rename(place, nearer);
      waiting.push(nearer);
    }
  }
}
