/** Lists everything below a folder. Links are listed, never followed. */
import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
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
  /** The walk ends after about so many entries. */
  readonly most?: number;
}

/** Ten times what large projects contain with all their dependencies; a longer list would only fill memory. */
const entryLimit = 1_000_000;

/** Lists everything below a folder, in code-unit order of the paths; nothing if the folder does not exist. */
export async function walkTree(folder: string, { without, most = entryLimit }: WalkOptions = {}): Promise<TreeEntry[]> {
  const root = await resolveFolder(folder);
  if (root === null) return [];
  const mounts = await listMounts(root);
  const entries: TreeEntry[] = [];
  const waiting = [""];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    const place = join(root, parent);
    // What is mounted there is not the agent's work, may have no end, and may never answer.
    const isOpen = entries.length < most && !mounts.has(place);
    const children = isOpen ? await listFolder(place) : null;
    if (parent !== "") entries.push({ path: parent, kind: children === null ? "unread" : "folder" });
    const wanted = (children ?? []).filter(({ name }) => !without?.has(name));
    for (const entry of wanted.slice(0, most - entries.length)) {
      const path = joinPath(parent, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else entries.push({ path, kind: toEntryKind(entry) });
    }
  }
  return entries.toSorted(compareByPath);
}

function compareByPath(one: TreeEntry, other: TreeEntry): number {
  return one.path < other.path ? -1 : 1;
}

/** The places below the folder where file systems are mounted; empty if the system does not list them. */
async function listMounts(root: string): Promise<ReadonlySet<string>> {
  if (process.platform !== "linux") return new Set();
  const table = await readFile("/proc/self/mountinfo", "utf8").catch(() => "");
  const unescape = (path: string) =>
    path.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
  const places = table.split("\n").map((line) => unescape(line.split(" ")[4] ?? ""));
  return new Set(places.filter((place) => place.startsWith(`${root}/`)));
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
