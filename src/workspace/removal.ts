/** Removes folders that an agent may have filled, also with folders it made read-only or nested without end. */
import { randomUUID } from "node:crypto";
import { chmod, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../core/error.ts";

/** Removes a folder and all below it; a link is removed, never followed. What is not there is removed already. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENAMETOOLONG") await bringUp(folder);
    else if (code === "EACCES" || code === "EPERM" || code === "ENOTEMPTY") await openUp(folder);
    else throw error;
    await rm(folder, { recursive: true, force: true, maxRetries: 2 });
  }
}

/** Gives the owner back the right to list and change every folder below. */
async function openUp(folder: string): Promise<void> {
  try {
    await chmod(folder, 0o700);
    for (const entry of await readdir(folder, { withFileTypes: true }))
      if (entry.isDirectory()) await openUp(join(folder, entry.name));
  } catch (error) {
    // A removal that failed at one folder is still at work on the others.
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

/** Bytes of a path up to which what lies in a folder can still be named: systems allow 4,096, some 1,024. */
const longestPath = 700;

/** Whoever makes folders one inside the other, each from within the last, can nest them deeper than any path can say. */
async function bringUp(top: string): Promise<void> {
  const waiting = [top];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const place = join(folder, entry.name);
      const nearer = Buffer.byteLength(place) > longestPath ? join(top, randomUUID()) : place;
      if (nearer !== place) await rename(place, nearer);
      waiting.push(nearer);
    }
  }
}
