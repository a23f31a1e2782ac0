/** What a path leads to. Links are followed; a path that cannot be looked at counts as missing. */
import type { Stats } from "node:fs";
import { access, stat } from "node:fs/promises";
import { systemCode } from "../error.ts";

/** Whether there is anything at the path. */
export async function pathExists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/** Whether the path leads to a folder. */
export async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

/** Whether the path leads to a regular file. */
export async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}

/** Undefined if nothing exists at the path; any other problem is thrown. */
export async function statIfPresent(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
