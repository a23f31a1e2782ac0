/** Removes folders that an agent may have filled, also with folders it made read-only. */
import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../core/error.ts";

/** Removes a folder and all below it; a link is removed, never followed. What is not there is removed already. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    const code = systemCode(error);
    if (code !== "EACCES" && code !== "EPERM" && code !== "ENOTEMPTY") throw error;
    await openUp(folder);
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
