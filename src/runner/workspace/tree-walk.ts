/** Lists everything below a folder. Links are listed, never followed. */
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isFileError, resolveFolder } from "./regular-file.ts";

export interface TreeEntry {
  /** Relative to the walked folder, with / between its parts. */
  readonly path: string;
  /** `unread` is a folder whose content is not listed. */
  readonly kind: "file" | "folder" | "link" | "special" | "unread";
}

interface WalkOptions {
  /** Names to skip, with everything below them. */
  readonly without?: ReadonlySet<string>;
}

/** Ten times what large projects contain with all their dependencies; a longer list would only fill memory. */
const entryLimit = 1_000_000;

/** Lists everything below a folder, in code-unit order of the paths; nothing if the folder does not exist. */
export async function walkTree(folder: string, { without }: WalkOptions = {}): Promise<TreeEntry[]> {
  const root = await resolveFolder(folder);
  if (root === null) return [];
  const entries: TreeEntry[] = [];
  const waiting = [""];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    const children = entries.length < entryLimit ? await listFolder(join(root, parent)) : null;
    if (parent !== "") entries.push({ path: parent, kind: children === null ? "unread" : "folder" });
    for (const entry of children ?? []) {
      if (without?.has(entry.name)) continue;
      const path = joinPath(parent, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else entries.push({ path, kind: toEntryKind(entry) });
    }
  }
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function listFolder(folder: string): Promise<Dirent[] | null> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isFileError(error)) return null;
    throw error;
  }
}

function toEntryKind(entry: Dirent): TreeEntry["kind"] {
  if (entry.isFile()) return "file";
  return entry.isSymbolicLink() ? "link" : "special";
}

function joinPath(parent: string, name: string): string {
  return parent === "" ? name : `${parent}/${name}`;
}
