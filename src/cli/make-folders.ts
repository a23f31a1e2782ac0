/** Makes a folder that a person named, with those above it. */
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCode } from "../core/error.ts";

/** One level at a time: where a file system lets nobody make folders, as /proc, Node's own way of doing it never ends. */
export async function makeFolders(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    const above = dirname(path);
    if (systemCode(error) !== "ENOENT" || above === path) throw error;
    await makeFolders(above);
    await makeOne(path);
  }
}

/** One that is there already is fine. */
async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (systemCode(error) === "EEXIST" && (await stat(path)).isDirectory()) return;
    throw error;
  }
}
