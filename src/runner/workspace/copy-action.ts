/** The lifecycle action `copy`: copies files into a folder, without a shell and without following links. */
import { lstat, mkdir, realpath, unlink } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Action } from "../../core/scenario/action.ts";
import { errorMessage, systemCode } from "../../core/error.ts";
import { globBase, globMatcher, isGlob } from "../../core/paths/glob.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import { copyRegularFile, openRegularFile } from "./regular-file.ts";
import { type TreeEntry, walkTree } from "./tree-walk.ts";

export type CopyAction = Extract<Action, { action: "copy" }>;

/** The folders to copy between, and signals to observe meanwhile. */
export interface CopyOptions {
  readonly matchBase: string;
  readonly destinationBase: string;
  readonly abort: AbortSignal;
  readonly debug?: (message: string) => void;
}

/** Runs one copy action; throws an error with a readable sentence on failure. */
export async function copyFiles(action: CopyAction, options: CopyOptions): Promise<void> {
  const source = await findSource(action, options.matchBase);
  const destination = await resolveInside(options.destinationBase, action.destination);
  options.debug?.(`copy ${action.match}: from ${source.base} to ${destination}`);
  await mkdir(destination, { recursive: true });
  const ownCopy = relative(source.base, await realpath(destination))
    .split(sep)
    .join("/");
  for (const entry of source.entries) {
    options.abort.throwIfAborted();
    // A folder that is copied into itself must not copy its own copy.
    if (entry.path === ownCopy || entry.path.startsWith(`${ownCopy}/`)) continue;
    const from = join(source.base, entry.path);
    const target = await resolveInside(options.destinationBase, destination, entry.path);
    if (entry.kind === "folder") await mkdir(target, { recursive: true });
    else if (await copyFile(source.base, entry.path, target)) options.debug?.(`copy ${from} -> ${target}`);
  }
}

/** Why an action cannot copy what is there now, as the end of a sentence; null if it can. */
export async function findCopyProblem(action: CopyAction, matchBase: string): Promise<string | null> {
  try {
    const { entries } = await findSource(action, matchBase);
    return entries.length === 0 && isGlob(action.match) ? `${JSON.stringify(action.match)} matches no file` : null;
  } catch (error) {
    return errorMessage(error);
  }
}

async function findSource({ match: written }: CopyAction, matchBase: string): Promise<Source> {
  const match = written.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  const found = isGlob(match) ? await globSource(match, matchBase) : await plainSource(match, matchBase);
  return dropReports(found, matchBase);
}

/** What to copy: paths of files, and of folders to create, below a base. */
interface Source {
  readonly base: string;
  readonly entries: readonly TreeEntry[];
}

/** Reports contain rubrics and the work of earlier runs, so this folder is copied only if the action names it. */
const axisFolderName = ".axis";

async function dropReports({ base, entries }: Source, matchBase: string): Promise<Source> {
  const way = relative(base, join(await realpath(matchBase), axisFolderName));
  if (way === "" || way.startsWith("..")) return { base, entries };
  const own = way.split(sep).join("/");
  return { base, entries: entries.filter(({ path }) => path !== own && !path.startsWith(`${own}/`)) };
}

async function globSource(match: string, matchBase: string): Promise<Source> {
  const prefix = globBase(match);
  const base = await resolveInside(matchBase, prefix);
  const matches = globMatcher(prefix === "" ? match : match.slice(prefix.length + 1));
  const entries = (await walkTree(base)).filter(({ path, kind }) => kind === "file" && matches(path));
  return { base: await toRealPath(base), entries };
}

async function plainSource(match: string, matchBase: string): Promise<Source> {
  const place = await resolveInside(matchBase, match);
  const kind = await readKind(place);
  if (kind === "missing") throw new Error(`file or folder ${JSON.stringify(match)} does not exist in ${matchBase}`);
  if (kind === "link") throw new Error(`${JSON.stringify(match)} is a symbolic link, which copy does not follow`);
  if (kind === "file") return { base: await realpath(dirname(place)), entries: [{ path: basename(place), kind }] };
  const entries = await walkTree(place);
  return { base: await realpath(place), entries: entries.filter((entry) => copiedKinds.has(entry.kind)) };
}

const copiedKinds: ReadonlySet<TreeEntry["kind"]> = new Set(["file", "folder"]);

async function readKind(place: string): Promise<"file" | "folder" | "link" | "missing"> {
  try {
    const found = await lstat(place);
    if (found.isSymbolicLink()) return "link";
    return found.isDirectory() ? "folder" : "file";
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return "missing";
    throw error;
  }
}

async function toRealPath(folder: string): Promise<string> {
  return (await readKind(folder)) === "folder" ? realpath(folder) : resolve(folder);
}

/** Replaces the file or link at the target; returns false if the file would replace itself. */
async function copyFile(base: string, path: string, target: string): Promise<boolean> {
  await using handle = await openRegularFile(base, path);
  if (handle === null) throw new Error(`${join(base, path)} cannot be read as a regular file`);
  await mkdir(dirname(target), { recursive: true });
  const [source, there] = [await handle.stat(), await lstat(target).catch(() => null)];
  if (there?.ino === source.ino && there.dev === source.dev) return false;
  if (there !== null) await unlink(target);
  await copyRegularFile(handle, target);
  return true;
}
