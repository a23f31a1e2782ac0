/** Runs git with a private directory that a workspace cannot influence: no foreign hooks, drivers, filters or settings. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";

/** Larger files are streamed into a pack, so that memory stays flat; they are not compared line by line. */
export const maxComparedBytes = 1024 ** 2;

/** Settings that stop a workspace from executing anything or from changing what git reads. */
const safeSettings = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.excludesFile=/dev/null",
  "core.attributesFile=/dev/null",
  "core.autocrlf=false",
  "core.safecrlf=false",
  `core.bigFileThreshold=${maxComparedBytes}`,
  "pack.compression=1",
  "core.quotePath=false",
  "core.protectNTFS=false",
  "advice.addEmbeddedRepo=false",
].flatMap((setting) => ["-c", setting]);

/** These win over every .gitattributes, so that files are read byte for byte. */
const attributes = "* -text -ident !eol !filter !working-tree-encoding !diff\n";

/** No realistic workspace takes longer, and none may block a run forever. */
const timeoutMs = 60_000;

export interface GitContext {
  /** The git directory. */
  readonly folder: string;
  /** The work tree. */
  readonly work: string;
  /** The object directory, if it is not inside the git directory. */
  readonly objects?: string;
  /** Marks git's processes. */
  readonly runId: string;
  readonly path: string;
  /** Ends all calls for one purpose together. */
  readonly abort?: AbortSignal;
}

interface GitCall {
  readonly args: readonly string[];
  readonly stdin?: string;
}

/** Whether it succeeded, and what it printed. */
export interface GitAnswer {
  readonly ok: boolean;
  readonly stdout: string;
}

/** Created by hand, because `git init` would copy templates with hooks. */
export async function createGitFolder(folder: string): Promise<void> {
  await mkdir(join(folder, "objects"), { recursive: true, mode: 0o700 });
  await mkdir(join(folder, "refs"));
  await mkdir(join(folder, "info"));
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
  await writeFile(join(folder, "info", "attributes"), attributes);
}

/** Calls git under a marker of its own, so that processes started by setup do not end with it. */
export async function callGit(place: GitContext, { args, stdin }: GitCall): Promise<GitAnswer> {
  const { folder, work, objects, runId, path, abort } = place;
  await using scope = await openScope({ runId: `${runId}-tree`, home: folder });
  const done = await runProgram(scope, {
    program: "git",
    args: [...safeSettings, `--git-dir=${folder}`, `--work-tree=${work}`, ...args],
    cwd: work,
    env: { ...toGitEnvironment(path, folder), ...(objects !== undefined && { GIT_OBJECT_DIRECTORY: objects }) },
    outputLimitBytes: 256 * 1024 ** 2,
    timeoutMs,
    graceMs: 100,
    ...(abort !== undefined && { abort }),
    ...(stdin !== undefined && { stdin: { text: stdin } }),
  });
  return { ok: done.exit.code === 0 && !done.stdoutCut, stdout: done.stdout };
}

function toGitEnvironment(path: string, home: string): Record<string, string> {
  return { PATH: path, HOME: home, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C" };
}
