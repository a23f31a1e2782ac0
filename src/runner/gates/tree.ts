/** What a workspace holds, as git would name it: the id of the tree and every file that is not ignored. */
import { createHash } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { removeFolder } from "../../workspace/removal.ts";
import { walkTree } from "../../workspace/tree-walk.ts";

export interface Tree {
  readonly id: string;
  /** Mode and content of each file, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** What git calls a tree without files. */
const emptyTree: Tree = { id: "4b825dc642cb6eb9a060e54bf8d69288fbee4904", files: new Map() };

/** Settings that keep anything a workspace holds from being executed or from bending what is read. */
const safeSettings = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.excludesFile=/dev/null",
  "core.attributesFile=/dev/null",
  "core.autocrlf=false",
  "core.safecrlf=false",
  "advice.addEmbeddedRepo=false",
].flatMap((setting) => ["-c", setting]);

export interface TreeWorld {
  /** A folder that is not there yet, outside the workspace; it is gone afterwards. */
  readonly scratch: string;
  /** Marks the processes of git. */
  readonly runId: string;
  readonly path: string;
}

/** The tree of a folder, by a git directory of its own; null where git is missing or could not read it. */
export async function readTree(work: string, world: TreeWorld): Promise<Tree | null> {
  if (await isEmpty(work)) return emptyTree;
  try {
    await makeGitFolder(world.scratch);
    const git = await gitIn(work, world);
    const inner = await repositoriesIn(work, git);
    await writeFile(join(world.scratch, "info", "exclude"), inner.map((path) => `/${escaped(path)}/\n`).join(""));
    const own = await treeBy(git);
    return own === null ? null : await withInner(own, inner, { ...world, work });
  } finally {
    await removeFolder(world.scratch);
  }
}

/** Repositories inside the folder, as setup may have cloned some: git would see only which commit they are at. */
async function repositoriesIn(work: string, git: Git): Promise<string[]> {
  const found = (await walkTree(work)).flatMap(({ path }) => (path.endsWith("/.git") ? [path.slice(0, -5)] : []));
  const outer = found.filter((path) => !found.some((other) => path.startsWith(`${other}/`)));
  const ignored = await Promise.all(outer.map(async (path) => (await git("check-ignore", "--", path)) !== null));
  return outer.filter((_, index) => !ignored[index]);
}

/** The files of inner repositories stand in the tree like all others. */
async function withInner(
  own: Tree,
  inner: readonly string[],
  world: TreeWorld & { readonly work: string },
): Promise<Tree | null> {
  if (inner.length === 0) return own;
  const files = new Map(own.files);
  const id = createHash("sha1").update(own.id);
  for (const [index, path] of inner.entries()) {
    const scratch = `${world.scratch}-${index}`;
    const tree = await readTree(join(world.work, path), { ...world, scratch });
    if (tree === null) return null;
    for (const [name, content] of tree.files) files.set(`${path}/${name}`, content);
    id.update(`\n${path} ${tree.id}`);
  }
  return { id: id.digest("hex"), files };
}

/** A path as a pattern that means just this path. */
function escaped(path: string): string {
  return path.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`);
}

/** Paths that one tree has otherwise than the other. */
export function changedPaths(before: Tree, after: Tree): string[] {
  const paths = new Set([...before.files.keys(), ...after.files.keys()]);
  return [...paths].filter((path) => before.files.get(path) !== after.files.get(path)).toSorted();
}

type Git = (...args: readonly string[]) => Promise<string | null>;

async function treeBy(git: Git): Promise<Tree | null> {
  if ((await git("add", "--all", "--", ".")) === null) return null;
  const id = await git("write-tree");
  const listed = await git("ls-files", "--stage", "-z");
  if (id === null || listed === null) return null;
  const files = listed.split("\0").flatMap((line) => {
    const at = line.indexOf("\t");
    return at === -1 ? [] : [[line.slice(at + 1), line.slice(0, at)] as const];
  });
  return { id: id.trim(), files: new Map(files) };
}

/** A folder that is gone holds nothing, too. */
async function isEmpty(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length === 0;
}

/** By hand, since `git init` would take templates with hooks. */
async function makeGitFolder(folder: string): Promise<void> {
  await mkdir(join(folder, "objects"), { recursive: true, mode: 0o700 });
  await mkdir(join(folder, "refs"));
  await mkdir(join(folder, "info"));
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
}

/** Calls git; null where it failed. A marker of its own: what setup left running must not end with it. */
async function gitIn(work: string, { scratch, runId, path }: TreeWorld): Promise<Git> {
  const env = { PATH: path, HOME: scratch, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C" };
  return async (...args) => {
    await using scope = await openScope({ runId: `${runId}-tree`, home: scratch });
    const all = [...safeSettings, `--git-dir=${scratch}`, `--work-tree=${work}`, ...args];
    const limit = 256 * 1024 ** 2;
    const done = await runProgram(scope, { program: "git", args: all, cwd: work, env, outputLimitBytes: limit });
    return done.exit.code === 0 && !done.stdoutCut ? done.stdout : null;
  };
}
