/** The project files that are sent to workers: everything in the config's folder, except excluded folders and secrets. */
import { lstat, readdir } from "node:fs/promises";
import { AxisError, systemCode } from "../../core/error.ts";
import { joinInside } from "../../core/paths/inside.ts";
import { findPathProblem, isExcludedFolder, isSecretName } from "./bundle-path.ts";
import type { TarEntry } from "./tar.ts";

export const maxFiles = 20_000;
export const maxBytes = 200 * 1_048_576;

export interface ProjectFiles {
  /** Sorted by path, in code unit order. */
  readonly files: readonly TarEntry[];
  /** Paths that were left out because they look like secrets. */
  readonly leftOut: readonly string[];
}

/** Lists the files, and those of the base of a competition. Links are refused: their target may be missing on the worker, or not meant to be sent. */
export async function listProjectFiles(root: string, base?: string): Promise<ProjectFiles> {
  const found: TarEntry[] = [];
  const leftOut: string[] = [];
  await walk("");
  const lock = await readEntry(root, ".axis/axis.lock").catch(ignoreMissing);
  if (lock !== undefined) found.push(lock);
  if (base !== undefined) await addBase(base);
  const bytes = found.reduce((sum, file) => sum + file.bytes, 0);
  if (found.length > maxFiles || bytes > maxBytes) throw tooLargeError(found);
  return { files: found.toSorted((one, other) => (one.path < other.path ? -1 : 1)), leftOut: leftOut.toSorted() };

  /** Clones need the objects, and in a shallow repository to know where its history ends. */
  async function addBase(folder: string): Promise<void> {
    const packs = `${folder}/objects/pack`;
    for (const name of await readdir(joinInside(root, packs))) found.push(await readEntry(root, `${packs}/${name}`));
    const shallow = await readEntry(root, `${folder}/shallow`).catch(ignoreMissing);
    if (shallow !== undefined) found.push(shallow);
  }

  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(joinInside(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!isExcludedFolder(entry.name)) await walk(path);
      } else if (isSecretName(entry.name)) leftOut.push(path);
      else found.push(await readEntry(root, path));
      if (found.length > maxFiles) throw tooLargeError(found);
    }
  }
}

async function readEntry(root: string, path: string): Promise<TarEntry> {
  const problem = findPathProblem(path);
  if (problem !== null) throw refusedEntryError(path, problem);
  const { mode, size, isRegular } = await lstat(joinInside(root, path)).then((file) => ({
    mode: file.mode,
    size: file.size,
    isRegular: file.isFile(),
  }));
  if (!isRegular) throw refusedEntryError(path, "is a link or not a regular file");
  return { path, executable: (mode & 0o100) !== 0, bytes: size };
}

function ignoreMissing(error: unknown): undefined {
  if (systemCode(error) !== "ENOENT" && systemCode(error) !== "ENOTDIR") throw error;
  return undefined;
}

function refusedEntryError(path: string, problem: string): AxisError {
  return new AxisError("bundle-refused", `${JSON.stringify(path)} cannot be bundled: it ${problem}`, {
    hint: "Replace it with a regular file, or move it out of the config's folder",
  });
}

function tooLargeError(files: readonly TarEntry[]): AxisError {
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, 3);
  const named = largest.map(({ path, bytes }) => `${path} (${Math.ceil(bytes / 1_048_576)} MiB)`).join(", ");
  return new AxisError(
    "bundle-refused",
    `The project is too large: a bundle may have at most 200 MiB and 20,000 files`,
    {
      hint: `The largest files are: ${named}`,
    },
  );
}
