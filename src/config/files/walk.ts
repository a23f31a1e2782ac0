/** Lists files below a folder. Links out of it are not followed, and folders behind links are not walked at all. */
import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isInside } from "../../core/paths/inside.ts";

export interface WalkOptions {
  /** Decides which files and folders are skipped, by name. */
  readonly skip: (entry: { readonly name: string; readonly folder: boolean }) => boolean;
  /** Whether a link to a file inside the same folder counts as that file. */
  readonly links: boolean;
  /** Called with each folder that cannot be read and is skipped; without it, that is an error. */
  readonly onUnreadable?: (folder: string, error: unknown) => void;
  /** Called with each link that is skipped. */
  readonly onLink?: (path: string) => void;
}

/** Paths below a folder with forward slashes, in code-unit order. */
export async function listFilesBelow(root: string, options: WalkOptions): Promise<string[]> {
  const real = await realpath(root);
  const found: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    const entries = await readFolderEntries(join(root, folder), (error) => {
      if (options.onUnreadable === undefined) throw error;
      options.onUnreadable(folder, error);
    });
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (options.skip({ name: entry.name, folder: entry.isDirectory() })) continue;
      if (entry.isDirectory()) await walk(path);
      else if (
        entry.isFile() ||
        (options.links && (await isInnerFile(entry, join(root, path), { real, skip: options.skip })))
      )
        found.push(path);
      else if (entry.isSymbolicLink()) options.onLink?.(path);
    }
  };
  await walk("");
  return found.toSorted();
}

async function readFolderEntries(folder: string, onError: (error: unknown) => void): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    onError(error);
    return [];
  }
}

/** Whether a link leads to a file of the same folder that the walk itself would not skip. */
async function isInnerFile(
  entry: Dirent,
  path: string,
  { real, skip }: { readonly real: string; readonly skip: WalkOptions["skip"] },
): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false;
  try {
    const target = await realpath(path);
    if (!(await stat(target)).isFile() || !isInside(real, target)) return false;
    const segments = relative(real, target).split(sep);
    return segments.every((name, index) => !skip({ name, folder: index < segments.length - 1 }));
  } catch {
    // A broken link is not a file.
    return false;
  }
}
