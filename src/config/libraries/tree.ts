/** The hash of everything in a folder: any changed byte, and any added or removed file, makes it a different tree. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

export interface LibraryTree {
  /** SHA-256 over the sorted paths and the hashes of their bytes. */
  readonly hash: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Hashes a clone, except for its `.git` and the `node_modules` that AXIS installed. */
export async function hashTree(folder: string, options: { installed: boolean }): Promise<LibraryTree> {
  const files = new Map<string, string>();
  const walk = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true });
    for (const entry of entries) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (path === ".git" || (options.installed && path === "node_modules")) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) files.set(path, await hashFile(join(folder, path)));
      else files.set(path, entry.isSymbolicLink() ? `link ${await readlink(join(folder, path))}` : "special");
    }
  };
  await walk("");
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash("sha256");
  for (const [path, content] of sorted) hash.update(`${path}\0${content}\0`);
  return { hash: hash.digest("hex"), files: new Map(sorted) };
}

/** The differences between two trees, in words; long lists are cut. */
export function treeChanges(before: LibraryTree, after: LibraryTree): string[] {
  const changes: string[] = [];
  for (const [path, hash] of after.files) {
    const was = before.files.get(path);
    if (was !== hash) changes.push(`${was === undefined ? "added" : "changed"} ${path}`);
  }
  for (const path of before.files.keys()) if (!after.files.has(path)) changes.push(`removed ${path}`);
  return changes.length > 50 ? [...changes.slice(0, 50), `and ${changes.length - 50} more`] : changes;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
