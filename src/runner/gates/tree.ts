/** Reads the content of a workspace as git sees it: the id of the tree and every file that is not ignored. */
import { createHash } from "node:crypto";
import { lstat, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { maxOpenFiles } from "../workspace/frozen-parts.ts";
import { removeFolder } from "../workspace/remove-folder.ts";
import { type TreeEntry, walkTree } from "../workspace/tree-walk.ts";
import { callGit, createGitFolder, type GitContext } from "./private-git.ts";

/** Each repository takes several git calls, and an agent could create thousands. */
const maxRepositories = 200;

/** Lists the repositories that are neither ignored nor inside another one. */
export async function listRepositories(git: GitContext, entries: readonly TreeEntry[]): Promise<string[]> {
  const found = new Set(entries.flatMap(({ path }) => (path.endsWith("/.git") ? [path.slice(0, -5)] : [])));
  const outer = [...found].filter((path) => findFolderAbove(path, found) === null);
  if (outer.length === 0) return [];
  const stdin = outer.map((path) => `${path}\0`).join("");
  // One call for all of them. If git fails, none counts as ignored.
  const { stdout } = await callGit(git, { args: ["check-ignore", "--stdin", "-z"], stdin });
  const ignored = new Set(stdout.split("\0"));
  return outer.filter((path) => !ignored.has(path));
}

/** Chooses the repositories to read, in order; if there are too many, those that had files before come first. */
export function chooseRepositories(repositories: readonly string[], before: Iterable<string>): readonly string[] {
  if (repositories.length <= maxRepositories) return repositories;
  const all = new Set(repositories);
  const known = new Set(Array.from(before, (path) => findFolderAbove(path, all)).filter((folder) => folder !== null));
  const rest = repositories.filter((path) => !known.has(path));
  return [...known, ...rest].slice(0, maxRepositories).toSorted();
}

/** Returns the topmost of these folders that contains the path; null if none does. */
export function findFolderAbove(path: string, folders: ReadonlySet<string>): string | null {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const folder = path.slice(0, end);
    if (folders.has(folder)) return folder;
  }
  return null;
}

export interface Tree {
  readonly id: string;
  /** Mode and content id of each file, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The folder where git keeps the contents; null if there are none. It exists until `deleteTree`. */
  readonly objects: string | null;
  /** Whether git could read everything. */
  readonly isWhole: boolean;
  /** Files of the earlier tree that still exist but cannot be read. */
  readonly unread: readonly string[];
  /** How many repositories inside the workspace were skipped because there are too many. */
  readonly passedOver: number;
}

/** Git's id for a tree without files. */
const emptyTree: Tree = {
  id: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  files: new Map(),
  objects: null,
  isWhole: true,
  unread: [],
  passedOver: 0,
};

/** How long reading one tree may take, with all its repositories. */
const readMs = 60_000;

/** Git reads and compresses every byte, holes included: about 100 MB in a second. */
const treeLimits = { fileBytes: 64 * 1024 ** 2, bytes: 2 * 1024 ** 3, heavyFiles: 500 } as const;

export interface TreeOptions {
  /** A folder outside the workspace that does not exist yet; the tree uses it alone. */
  readonly scratch: string;
  /** Marks git's processes. */
  readonly runId: string;
  readonly path: string;
}

/**
 * Reads the tree of a folder with a private git directory; null if git is missing or could not read the folder. Files of
 * the tree `before` that still exist belong to it, even if the agent now ignores them.
 */
export async function readTree(work: string, options: TreeOptions, before?: Tree | null): Promise<Tree | null> {
  if (await isEmptyFolder(work)) return emptyTree;
  const objects = join(options.scratch, "objects");
  const abort = AbortSignal.timeout(readMs);
  const place = { folder: options.scratch, work, runId: options.runId, path: options.path, abort };
  const tree = await buildTree(place, { objects, before: before?.files ?? new Map() });
  if (tree === null) await removeFolder(options.scratch);
  return tree;
}

/** Deletes the contents of a tree. */
export async function deleteTree(tree: Tree | null): Promise<void> {
  if (tree !== null && tree.objects !== null) await removeFolder(join(tree.objects, ".."));
}

interface Reading {
  /** One folder for the contents of this folder and of all repositories in it. */
  readonly objects: string;
  readonly before: Tree["files"];
}

async function buildTree(place: GitContext, { objects, before }: Reading): Promise<Tree | null> {
  const entries = await walkTree(place.work);
  // An agent can create many repositories without a file, and each would take several calls of git.
  if (!entries.some(isFileOfTree)) return emptyTree;
  await createGitFolder(place.folder);
  const git: GitContext = { ...place, objects };
  const inner = await listRepositories(git, entries);
  await writeFile(join(place.folder, "info", "exclude"), inner.map((path) => `/${escapeGitPattern(path)}/\n`).join(""));
  const folders = new Set(inner);
  const outside = [...before].filter(([path]) => findFolderAbove(path, folders) === null);
  const own = await readOwnTree(git, { objects, before: new Map(outside) }, entries);
  if (own === null) return null;
  const looked = chooseRepositories(inner, before.keys());
  const passedOver = inner.length - looked.length;
  return await addInnerRepositories({ ...own, isWhole: own.isWhole && passedOver === 0, passedOver }, looked, {
    place,
    reading: { objects, before },
  });
}

function isFileOfTree({ path, kind }: TreeEntry): boolean {
  return kind !== "folder" && !path.startsWith(".git/") && !path.includes("/.git/");
}

/** Adds the files of inner repositories to the tree, next to all others. */
async function addInnerRepositories(
  own: Tree,
  inner: readonly string[],
  { place, reading }: { readonly place: GitContext; readonly reading: Reading },
): Promise<Tree | null> {
  if (inner.length === 0) return own;
  const files = new Map(own.files);
  const id = createHash("sha1").update(own.id);
  const unread = [...own.unread];
  let { isWhole, passedOver } = own;
  for (const [index, path] of inner.entries()) {
    const within = [...reading.before].filter(([name]) => name.startsWith(`${path}/`));
    const before = new Map(within.map(([name, content]) => [name.slice(path.length + 1), content]));
    const folder = join(place.folder, `inner-${index}`);
    const tree = await buildTree({ ...place, folder, work: join(place.work, path) }, { ...reading, before });
    if (tree === null) return null;
    for (const [name, content] of tree.files) files.set(`${path}/${name}`, content);
    for (const name of tree.unread) unread.push(`${path}/${name}`);
    isWhole &&= tree.isWhole;
    passedOver += tree.passedOver;
    id.update(`\n${path} ${tree.id}`);
  }
  return { ...own, id: id.digest("hex"), files, unread, isWhole, passedOver };
}

/** Escapes a path as an ignore pattern that matches only this path. */
function escapeGitPattern(path: string): string {
  return path.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`);
}

/** Lists the paths whose content differs between the two trees. */
export function listChangedPaths(before: Tree, after: Tree): string[] {
  const paths = new Set([...before.files.keys(), ...after.files.keys()]);
  return [...paths].filter((path) => before.files.get(path) !== after.files.get(path)).toSorted();
}

async function readOwnTree(git: GitContext, reading: Reading, entries: readonly TreeEntry[]): Promise<Tree | null> {
  const there = new Set(entries.flatMap(({ path, kind }) => (kind === "file" || kind === "link" ? [path] : [])));
  const heavy = await findHeavyFiles(
    git,
    [...reading.before.keys()].filter((path) => there.has(path)),
  );
  if (heavy === null) return null;
  const isWhole = await addFiles(git, heavy);
  const [first, firstId] = await Promise.all([listIndexedFiles(git), computeTreeId(git)]);
  if (first === null) return null;
  const left = [...reading.before.keys()].filter((path) => there.has(path) && !first.has(path) && !heavy.has(path));
  const files = left.length === 0 ? first : await addIgnoredFiles(git, left);
  const id = left.length === 0 ? firstId : await computeTreeId(git);
  if (files === null || id === null || (!isWhole && files.size + heavy.size === 0)) return null;
  const unread = left.filter((path) => !files.has(path));
  const tree = { id, files, objects: reading.objects, isWhole, unread, passedOver: 0 };
  return heavy.size === 0 ? tree : addHeavyFiles(tree, heavy);
}

/** Size and time of each file that is too large for git. */
type HeavyFiles = ReadonlyMap<string, string>;

/** Looks at the files that git would read; null if they are too many, or too large together. */
async function findHeavyFiles(git: GitContext, before: readonly string[]): Promise<HeavyFiles | null> {
  const { ok, stdout } = await callGit(git, { args: ["ls-files", "--others", "--exclude-standard", "-z"] });
  if (!ok) return null;
  const heavy = new Map<string, string>();
  let bytes = 0;
  await pLimit(maxOpenFiles).map(new Set([...stdout.split("\0"), ...before]), async (path) => {
    // A name that ends with a slash is a repository.
    if (path === "" || path.endsWith("/")) return;
    const found = await lstat(join(git.work, path), { bigint: true }).catch(() => null);
    if (found === null || !found.isFile()) return;
    if (found.size > treeLimits.fileBytes) heavy.set(path, `100644 large-${found.size}-${found.mtimeNs} 0`);
    else bytes += Number(found.size);
  });
  return bytes > treeLimits.bytes || heavy.size > treeLimits.heavyFiles ? null : heavy;
}

/** Returns whether git took everything else. */
async function addFiles(git: GitContext, heavy: HeavyFiles): Promise<boolean> {
  const list = join(git.folder, "to-add");
  await writeFile(list, [".", ...Array.from(heavy.keys(), (path) => `:(exclude,literal)${path}`)].join("\0"));
  const from = [`--pathspec-from-file=${list}`, "--pathspec-file-nul"];
  const { ok } = await callGit(git, { args: ["add", "--all", ...from] });
  // A file that git refuses, for example one it may not read, must not hide all the others.
  if (!ok) await callGit(git, { args: ["add", "--all", "--ignore-errors", ...from] });
  return ok;
}

function addHeavyFiles(tree: Tree, heavy: HeavyFiles): Tree {
  const id = createHash("sha1").update(tree.id);
  for (const [path, version] of heavy) id.update(`\n${path} ${version}`);
  return { ...tree, id: id.digest("hex"), files: new Map([...tree.files, ...heavy]) };
}

async function computeTreeId(git: GitContext): Promise<string | null> {
  const { ok, stdout } = await callGit(git, { args: ["write-tree"] });
  return ok ? stdout.trim() : null;
}

/** An agent that adds a file to .gitignore has not deleted it. */
async function addIgnoredFiles(git: GitContext, paths: readonly string[]): Promise<Tree["files"] | null> {
  const list = join(git.folder, "ignored-now");
  await writeFile(list, paths.map((path) => `${path}\0`).join(""));
  const from = [`--pathspec-from-file=${list}`, "--pathspec-file-nul"];
  await callGit(git, { args: ["--literal-pathspecs", "add", "--force", "--ignore-errors", ...from] });
  return await listIndexedFiles(git);
}

async function listIndexedFiles(git: GitContext): Promise<Tree["files"] | null> {
  const { ok, stdout } = await callGit(git, { args: ["ls-files", "--stage", "-z"] });
  if (!ok) return null;
  const files = stdout.split("\0").flatMap((line) => {
    const at = line.indexOf("\t");
    return at === -1 ? [] : [[line.slice(at + 1), line.slice(0, at)] as const];
  });
  return new Map(files);
}

/** A missing folder counts as empty. */
async function isEmptyFolder(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length === 0;
}
