/** A workspace as the agent left it: copied once, with a hash of every file, and read only through that list. */
import { createHash } from "node:crypto";
import { type FileHandle, mkdir } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { maxOpenFiles, freezeEntries, type FrozenFile, type FrozenParts, makeLinks } from "./frozen-parts.ts";
import { copyRegularFile, openRegularFile, readAtMost, resolveFolder } from "./regular-file.ts";
import { removeFolder } from "./remove-folder.ts";
import { walkTree } from "./tree-walk.ts";

export interface FrozenTree extends AsyncDisposable, FrozenParts {
  /** The folder of the copy; not created for an empty workspace. */
  readonly folder: string;
  /** Whether the workspace holds more than AXIS copies; then only the first part of it is here. */
  readonly isCut: boolean;
  /** Copies the tree into a new folder; throws a FrozenTreeAltered if a file is no longer the frozen one. */
  copy(into: string, renamed?: (path: string) => string): Promise<void>;
  /** Returns the bytes of a file; null if there are more than `limit`; throws like `copy`. */
  read(file: FrozenFile, limit: number): Promise<Uint8Array | null>;
}

/** A frozen file has changed: only code that a check started can have done that. */
export class FrozenTreeAltered extends Error {
  override readonly name = "FrozenTreeAltered";
  constructor(path: string) {
    super(`The frozen copy of ${path} was altered after the agent had ended`);
  }
}

/** Each check copies the tree again, so a tree has a limit: this many entries, or twice what the agent was given. */
const maxFrozenEntries = 100_000;
/** How much of a larger tree is copied, for people and judges who want to see what it is. */
const cutEntries = 10_000;

/** Copies `work` to the new folder `into`. A missing workspace counts as an empty tree. */
export async function freezeWorkspace(work: string, into: string, givenEntries = 0): Promise<FrozenTree> {
  const most = Math.max(maxFrozenEntries, 2 * givenEntries);
  const entries = await walkTree(work, { most: most + 1 });
  const root = entries.length === 0 ? null : await resolveFolder(work);
  if (root === null) return createFrozenTree(into, emptyParts, false);
  await removeFolder(into);
  await mkdir(into, { recursive: true, mode: 0o700 });
  const isCut = entries.length > most;
  const frozen = isCut ? entries.slice(0, cutEntries) : entries;
  return createFrozenTree(into, await freezeEntries(root, into, frozen), isCut);
}

const emptyParts: FrozenParts = { files: [], folders: [], links: [], leftOut: [] };

function createFrozenTree(folder: string, parts: FrozenParts, isCut: boolean): FrozenTree {
  return {
    folder,
    isCut,
    ...parts,
    copy: async (into, renamed = (path) => path) => {
      await mkdir(into, { recursive: true });
      for (const path of parts.folders) await mkdir(join(into, renamed(path)));
      const root = await resolveFolder(folder);
      await pLimit(maxOpenFiles).map(parts.files, (file) => copyFrozen(root, file, join(into, renamed(file.path))));
      await makeLinks(
        into,
        parts.links.map(({ path, target }) => ({ path: renamed(path), target: renamed(target) })),
      );
    },
    read: async (file, limit) => {
      if (file.size > limit) return null;
      await using handle = await openFrozen(await resolveFolder(folder), file);
      const content = await readAtMost(handle, limit);
      if (content === null || hashContent(content) !== file.sha256) throw new FrozenTreeAltered(file.path);
      return content;
    },
    [Symbol.asyncDispose]: async () => {
      if (parts !== emptyParts) await removeFolder(folder);
    },
  };
}

async function copyFrozen(root: string | null, file: FrozenFile, to: string): Promise<void> {
  await using handle = await openFrozen(root, file);
  const copied = await copyRegularFile(handle, to);
  if (copied.sha256 !== file.sha256 || copied.mode !== file.mode) throw new FrozenTreeAltered(file.path);
}

async function openFrozen(root: string | null, file: FrozenFile): Promise<FileHandle> {
  const handle = root === null ? null : await openRegularFile(root, file.path);
  if (handle === null) throw new FrozenTreeAltered(file.path);
  return handle;
}

function hashContent(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
