/** Protected files must not change: their state is recorded before the agent starts and compared when gates run. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { globMatcher, globsMatcher } from "../../core/paths/glob.ts";
import { walkTree } from "../workspace/tree-walk.ts";

/** A fingerprint of each protected path. */
export type ProtectedFiles = ReadonlyMap<string, string>;

/** Reads the disk itself, because files that version control ignores are protected too. */
export async function readProtectedFiles(work: string, patterns: readonly string[]): Promise<ProtectedFiles> {
  if (patterns.length === 0) return new Map();
  const isProtected = globsMatcher(patterns);
  const entries = (await walkTree(work)).filter(({ path, kind }) => kind !== "folder" && isProtected(path));
  const found = new Map<string, string>();
  for (const { path, kind } of entries) found.set(path, `${kind} ${await readFingerprint(join(work, path), kind)}`);
  return found;
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

/** Returns a line for each path that was changed, added or removed. */
export function listProtectedChanges(before: ProtectedFiles, after: ProtectedFiles): string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return paths.flatMap((path) => {
    if (!after.has(path)) return [`removed: ${path}`];
    if (!before.has(path)) return [`added: ${path}`];
    return before.get(path) === after.get(path) ? [] : [`changed: ${path}`];
  });
}

async function readFingerprint(path: string, kind: string): Promise<string> {
  if (kind === "link") return await readlink(path);
  if (kind !== "file") return "";
  const { mode } = await lstat(path);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return `${mode & 0o111 ? "x" : "-"} ${hash.digest("hex")}`;
}
