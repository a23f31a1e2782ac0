/** The parts of a frozen workspace: what is copied, what becomes a link again, and what is left out and why. */
import { mkdir, realpath, symlink } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";
import pLimit from "p-limit";
import { isInside } from "../../core/paths/inside.ts";
import { copyRegularFile, isFileError, openRegularFile } from "./regular-file.ts";
import type { TreeEntry } from "./tree-walk.ts";

export interface FrozenFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly mode: number;
}

/** A link that stays inside the workspace, with its resolved target. */
export interface FrozenLink {
  readonly path: string;
  readonly target: string;
}

/** Something that existed and is not in the copy. */
interface LeftOut {
  readonly path: string;
  readonly why: string;
  /** Whether it is a folder, which may hide files. */
  readonly isFolder: boolean;
}

export interface FrozenParts {
  /** Regular files, in code-unit order of their paths. */
  readonly files: readonly FrozenFile[];
  readonly folders: readonly string[];
  readonly links: readonly FrozenLink[];
  readonly leftOut: readonly LeftOut[];
}

/** Without these limits, an agent could fill the disk twice, or keep AXIS busy for hours with one sparse file. */
const fileBytes = 1024 ** 3;
const treeBytes = 4 * 1024 ** 3;
/** Longer paths may not fit in the folder of the copy. */
const pathBytes = 700;

/** How many files are open at the same time for one tree. */
export const maxOpenFiles = 8;

/** Copies the entries of the real folder `root` into the empty folder `into`. */
export async function freezeEntries(root: string, into: string, entries: readonly TreeEntry[]): Promise<FrozenParts> {
  const fitting = entries.filter(hasShortPath);
  const folders = fitting.filter(({ kind }) => kind === "folder").map(({ path }) => path);
  for (const folder of folders) await mkdir(join(into, folder), { mode: 0o700 });
  const copied = await freezeFiles(root, into, fitting);
  const files = copied.filter((file) => "sha256" in file);
  const known = new Set(["", ...folders, ...files.map(({ path }) => path)]);
  const linked = await resolveLinks(root, fitting, known);
  const links = linked.filter((link) => "target" in link);
  await makeLinks(into, links);
  const leftOut = [
    ...entries.filter((entry) => !hasShortPath(entry)).map((entry) => toLeftOut(entry, "its path is too long")),
    ...fitting.filter(({ kind }) => kind === "special").map((entry) => toLeftOut(entry, "it is not a regular file")),
    ...fitting.filter(({ kind }) => kind === "unread").map((entry) => toLeftOut(entry, "the folder cannot be read")),
    ...copied.filter((file) => "why" in file),
    ...linked.filter((link) => "why" in link),
  ];
  return { files, folders, links, leftOut: leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

function hasShortPath({ path }: TreeEntry): boolean {
  return Buffer.byteLength(path) <= pathBytes;
}

function toLeftOut({ path, kind }: TreeEntry, why: string): LeftOut {
  return { path, why, isFolder: kind === "folder" || kind === "unread" };
}

async function freezeFiles(
  root: string,
  into: string,
  entries: readonly TreeEntry[],
): Promise<(FrozenFile | LeftOut)[]> {
  let room = treeBytes;
  const files = entries.filter(({ kind }) => kind === "file");
  return pLimit(maxOpenFiles).map(files, async (entry) => {
    await using handle = await openRegularFile(root, entry.path);
    if (handle === null) return toLeftOut(entry, "it cannot be read");
    const { size } = await handle.stat();
    if (size > fileBytes || size > room) return toLeftOut(entry, "it is too large");
    room -= size;
    try {
      return { path: entry.path, ...(await copyRegularFile(handle, join(into, entry.path))) };
    } catch (error) {
      if (isFileError(error)) return toLeftOut(entry, "it cannot be read");
      throw error;
    }
  });
}

async function resolveLinks(
  root: string,
  entries: readonly TreeEntry[],
  known: ReadonlySet<string>,
): Promise<(FrozenLink | LeftOut)[]> {
  const links = entries.filter(({ kind }) => kind === "link");
  return pLimit(maxOpenFiles).map(links, async (entry) => {
    const target = await linkTarget(root, entry.path);
    if (target !== null && known.has(target)) return { path: entry.path, target };
    return toLeftOut(entry, "it is a link that leads out of the workspace, or nowhere");
  });
}

/** Resolves a link relative to the root; null if its target is outside or missing. */
async function linkTarget(root: string, path: string): Promise<string | null> {
  try {
    const real = await realpath(join(root, path));
    return isInside(root, real) ? relative(root, real).split(sep).join("/") : null;
  } catch (error) {
    if (isFileError(error)) return null;
    throw error;
  }
}

/** Recreates links. Each points straight to its real target and never through another link, so none can lead outside. */
export async function makeLinks(folder: string, links: readonly FrozenLink[]): Promise<void> {
  for (const { path, target } of links)
    await symlink(posix.relative(posix.dirname(path), target) || ".", join(folder, path));
}
