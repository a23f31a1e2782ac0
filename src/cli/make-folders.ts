/** Creates a folder that the user named, including its parents. */
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCode } from "../core/error.ts";

/** Creates one level at a time: where folders cannot be created, as in /proc, Node's recursive mkdir never returns. */
export async function makeFolders(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    const above = dirname(path);
    if (systemCode(error) !== "ENOENT" || above === path) throw error;
    await makeFolders(above);
    await makeFolder(path);
  }
}

/** An existing folder is fine. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (systemCode(error) === "EEXIST" && (await stat(path)).isDirectory()) return;
    throw error;
  }
}
