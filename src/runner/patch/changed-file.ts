/** A changed file: its content before and after, as far as it can be shown. */
import { maxComparedBytes } from "../gates/private-git.ts";
import { listChangedPaths, type Tree } from "../gates/tree.ts";
import type { Redactor } from "../secrets/redact.ts";
import { readGitBlob } from "./blob.ts";

/** One version of the file, as git identifies it. */
interface FileVersion {
  readonly mode: string;
  readonly id: string;
}

export interface ChangedFile {
  readonly path: string;
  /** Null if the file did not exist. */
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
}

/** Contents without secrets; null on the side where the file does not exist. */
export interface ShownFile extends ChangedFile {
  readonly isText: boolean;
  readonly contents: { readonly before: Uint8Array | null; readonly after: Uint8Array | null };
}

/** A file that is only reported as different. */
export interface HiddenFile extends ChangedFile {
  readonly why: string;
}

/** A patch carries all bytes of a binary file, although people cannot read them. */
const binaryBytes = 64 * 1024;

/** Lists the changed files in git's order: by the bytes of their paths. */
export function listChangedFiles(before: Tree, after: Tree): ChangedFile[] {
  const unread = new Set(after.unread);
  const bytes = (path: string) => Buffer.from(path);
  return listChangedPaths(before, after)
    .filter((path) => !unread.has(path))
    .toSorted((one, other) => Buffer.compare(bytes(one), bytes(other)))
    .map((path) => ({ path, before: findVersion(before, path), after: findVersion(after, path) }));
}

function findVersion({ files }: Tree, path: string): FileVersion | null {
  const [mode, id] = files.get(path)?.split(" ") ?? [];
  return mode === undefined || id === undefined ? null : { mode, id };
}

export interface ComparedTrees {
  readonly before: Tree;
  readonly after: Tree;
  readonly redactor: Redactor;
}

/** Returns the file with its contents, or the reason why they are not shown. */
export async function readChangedFile(file: ChangedFile, { before, after, redactor }: ComparedTrees) {
  const old = await readSide(before, file.before);
  const now = await readSide(after, file.after);
  if (old === "hidden" || now === "hidden")
    return toHiddenFile(file, "it is larger than 1 MiB, or its content is gone");
  const sides = [old, now].filter((content) => content !== null);
  if (sides.every(isText)) {
    const clean = (content: Buffer | null) => content && Buffer.from(redactor.text(content.toString("utf8")));
    return { ...file, isText: true, contents: { before: clean(old), after: clean(now) } } satisfies ShownFile;
  }
  if (sides.some((content) => redactor.holdsSecret(content))) return toHiddenFile(file, "it contains a secret");
  if (sides.some(({ length }) => length > binaryBytes))
    return toHiddenFile(file, "it is binary and larger than 64 KiB");
  return { ...file, isText: false, contents: { before: old, after: now } } satisfies ShownFile;
}

function toHiddenFile(file: ChangedFile, why: string): HiddenFile {
  return { ...file, why };
}

async function readSide({ objects }: Tree, side: FileVersion | null): Promise<Buffer | null | "hidden"> {
  if (side === null) return null;
  return (objects === null ? null : await readGitBlob(objects, side.id, maxComparedBytes)) ?? "hidden";
}

function isText(content: Buffer): boolean {
  return !content.includes(0) && Buffer.from(content.toString("utf8")).equals(content);
}
