/** Protected files must not change: they are copied before the agent starts, compared after each turn, and put back. */
import { chmod, mkdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { globMatcher, globsMatcher } from "../../core/paths/glob.ts";
import type { TamperedFile } from "../../core/run/tampered-file.ts";
import { clearPlace } from "../workspace/clear-place.ts";
import { ensureFolder } from "../workspace/ensure-folder.ts";
import { copyRegularFile, hashHandle, openRegularFile, resolveFolder } from "../workspace/regular-file.ts";
import { type TreeEntry, walkTree } from "../workspace/tree-walk.ts";

/** A fingerprint of each protected path. */
type Fingerprints = ReadonlyMap<string, string>;

interface Place {
  readonly work: string;
  /** A new folder outside the workspace, for the copies. */
  readonly copies: string;
  readonly patterns: readonly string[];
}

export class ProtectedFiles {
  readonly #place: Place;
  #base: Fingerprints = new Map();
  /** The names of the copies, by path. */
  readonly #copies = new Map<string, string>();

  constructor(place: Place) {
    this.#place = place;
  }

  /** Copies the files as the agent will find them. */
  async record(): Promise<void> {
    this.#base = await this.#readNow();
    if (this.#base.size === 0) return;
    await mkdir(this.#place.copies, { mode: 0o700 });
    const root = await resolveFolder(this.#place.work);
    for (const path of this.#base.keys()) {
      await using handle = root === null ? null : await openRegularFile(root, path);
      if (handle === null) continue;
      const name = String(this.#copies.size);
      await copyRegularFile(handle, join(this.#place.copies, name));
      this.#copies.set(path, name);
    }
  }

  /** Lists what differs from the copies. */
  async compare(): Promise<TamperedFile[]> {
    return listChanges(this.#base, await this.#readNow());
  }

  /** Puts everything back that differs; returns what differed, and the paths where that was not possible. */
  async putBack(): Promise<{ readonly changes: readonly TamperedFile[]; readonly lost: readonly string[] }> {
    const changes = await this.compare();
    if (changes.length > 0) await ensureFolder(this.#place.work);
    const lost: string[] = [];
    // Additions go first: one of them may be a folder where a file belongs.
    const ordered = changes.toSorted((one, other) => Number(other.change === "added") - Number(one.change === "added"));
    for (const { path } of ordered) if (!(await this.#restore(path).catch(() => false))) lost.push(path);
    return { changes, lost };
  }

  /** Returns false if the copy is not what was copied: the agent could have found it. */
  async #restore(path: string): Promise<boolean> {
    const { work, copies } = this.#place;
    const place = await clearPlace(work, path);
    const before = this.#base.get(path);
    if (before === undefined) return true;
    const [kind, mode = "", content = ""] = splitFingerprint(before);
    if (kind === "link") return await symlink(content, place).then(() => true);
    const root = await resolveFolder(copies);
    await using handle = root === null ? null : await openRegularFile(root, this.#copies.get(path) ?? "");
    if (handle === null) return false;
    const { sha256 } = await copyRegularFile(handle, place);
    await chmod(place, Number.parseInt(mode, 8));
    if (sha256 === content) return true;
    await clearPlace(work, path);
    return false;
  }

  /** Reads the disk itself, because files that version control ignores are protected too. */
  async #readNow(): Promise<Fingerprints> {
    const { work, patterns } = this.#place;
    const root = patterns.length === 0 ? null : await resolveFolder(work);
    if (root === null) return new Map();
    const isProtected = globsMatcher(patterns);
    const entries = (await walkTree(work)).filter(({ path, kind }) => kind !== "folder" && isProtected(path));
    const found = new Map<string, string>();
    for (const entry of entries) found.set(entry.path, await readFingerprint(root, entry));
    return found;
  }
}

/** Kind, mode and content. What cannot be read has a fingerprint of its own, so that hiding a file counts as changing it. */
async function readFingerprint(root: string, { path, kind }: TreeEntry): Promise<string> {
  if (kind === "link") return `link - ${await readlink(join(root, path))}`;
  if (kind !== "file") return kind;
  await using handle = await openRegularFile(root, path);
  if (handle === null) return "unreadable";
  const { mode } = await handle.stat();
  return `file ${(mode & 0o777).toString(8)} ${(await hashHandle(handle)).sha256}`;
}

function splitFingerprint(fingerprint: string): string[] {
  const [, ...parts] = /^(\w+) (\S+) (.*)$/s.exec(fingerprint) ?? [];
  return parts;
}

/** Skills are placed there after setup. */
const skillsFolder = ".agents/";

/** Describes the patterns that match no file, because a typo in a pattern would protect nothing; null if each one matches. */
export async function describeUnmatchedPatterns(work: string, patterns: readonly string[]): Promise<string | null> {
  if (patterns.length === 0) return null;
  const files = (await walkTree(work)).filter(({ kind }) => kind !== "folder");
  const idle = patterns.filter((pattern) => {
    const matches = globMatcher(pattern);
    return !pattern.replace(/^\.\//, "").startsWith(skillsFolder) && !files.some(({ path }) => matches(path));
  });
  if (idle.length === 0) return null;
  const named = idle.map((pattern) => JSON.stringify(pattern)).join(", ");
  return `No file in the workspace matches these protected_paths after setup: ${named}`;
}

function listChanges(before: Fingerprints, after: Fingerprints): TamperedFile[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return paths.flatMap((path): TamperedFile[] => {
    if (!after.has(path)) return [{ path, change: "removed", of: "protected" }];
    if (!before.has(path)) return [{ path, change: "added", of: "protected" }];
    return before.get(path) === after.get(path) ? [] : [{ path, change: "changed", of: "protected" }];
  });
}
