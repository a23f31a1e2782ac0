/** The files of a project that travel to workers: all below the config's folder, but for what has no business there. */
import { lstat, readdir } from "node:fs/promises";
import { AxisError, systemCode } from "../core/error.ts";
import { joinInside } from "../core/paths/inside.ts";
import { entryPathProblem, isLeftOutFolder, isSecretName } from "./bundle-path.ts";
import type { TarEntry } from "./tar.ts";

export const mostFiles = 20_000;
export const mostBytes = 200 * 1_048_576;

export interface ProjectFiles {
  /** By path, in the order of code units. */
  readonly files: readonly TarEntry[];
  /** Paths that look like secrets. */
  readonly leftOut: readonly string[];
}

/** Finds them. Links are refused: what they point at may not be there, or not be meant to travel. */
export async function projectFiles(root: string): Promise<ProjectFiles> {
  const found: TarEntry[] = [];
  const leftOut: string[] = [];
  await walk("");
  const lock = await entryAt(root, ".axis/axis.lock").catch(onlyMissing);
  if (lock !== undefined) found.push(lock);
  const bytes = found.reduce((sum, file) => sum + file.bytes, 0);
  if (found.length > mostFiles || bytes > mostBytes) throw tooLarge(found);
  return { files: found.toSorted((one, other) => (one.path < other.path ? -1 : 1)), leftOut: leftOut.toSorted() };

  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(joinInside(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!isLeftOutFolder(entry.name)) await walk(path);
      } else if (isSecretName(entry.name)) leftOut.push(path);
      else found.push(await entryAt(root, path));
      if (found.length > mostFiles) throw tooLarge(found);
    }
  }
}

async function entryAt(root: string, path: string): Promise<TarEntry> {
  const problem = entryPathProblem(path);
  if (problem !== null) throw refused(path, problem);
  const { mode, size, isRegular } = await lstat(joinInside(root, path)).then((file) => ({
    mode: file.mode,
    size: file.size,
    isRegular: file.isFile(),
  }));
  if (!isRegular) throw refused(path, "is a link or no regular file");
  return { path, executable: (mode & 0o100) !== 0, bytes: size };
}

function onlyMissing(error: unknown): undefined {
  if (systemCode(error) !== "ENOENT" && systemCode(error) !== "ENOTDIR") throw error;
  return undefined;
}

function refused(path: string, problem: string): AxisError {
  return new AxisError("bundle-refused", `${JSON.stringify(path)} cannot be part of a bundle: it ${problem}`, {
    hint: "Replace it by a regular file, or keep it outside the folder of the config",
  });
}

function tooLarge(files: readonly TarEntry[]): AxisError {
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, 3);
  const named = largest.map(({ path, bytes }) => `${path} (${Math.ceil(bytes / 1_048_576)} MiB)`).join(", ");
  return new AxisError("bundle-refused", `The project is larger than a bundle may be: 200 MiB and 20,000 files`, {
    hint: `The largest of it: ${named}`,
  });
}
