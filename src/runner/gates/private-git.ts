/** Git with a directory of its own, which nothing in a workspace can bend: no hooks, drivers, filters or settings of others. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";

/** Larger files go into a pack as a stream, so that memory stays flat; nobody compares them line by line. */
export const comparedBytes = 1024 ** 2;

/** Settings that keep anything a workspace holds from being executed or from bending what is read. */
const safeSettings = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.excludesFile=/dev/null",
  "core.attributesFile=/dev/null",
  "core.autocrlf=false",
  "core.safecrlf=false",
  `core.bigFileThreshold=${comparedBytes}`,
  "pack.compression=1",
  "core.quotePath=false",
  "core.protectNTFS=false",
  "advice.addEmbeddedRepo=false",
].flatMap((setting) => ["-c", setting]);

/** These win over every .gitattributes: files are read as the bytes they are. */
const attributes = "* -text -ident !eol !filter !working-tree-encoding !diff\n";

/** No workspace that an agent can be given takes longer, and none may keep a run for ever. */
const timeoutMs = 120_000;

export interface GitPlace {
  /** Its directory. */
  readonly folder: string;
  /** What it looks at. */
  readonly work: string;
  /** Where contents are kept, if not in its own directory. */
  readonly objects?: string;
  /** Marks its processes. */
  readonly runId: string;
  readonly path: string;
}

export interface GitCall {
  readonly args: readonly string[];
  readonly stdin?: string;
}

/** Whether it succeeded, and what it printed. */
export interface GitAnswer {
  readonly ok: boolean;
  readonly stdout: string;
}

/** By hand, since `git init` would take templates with hooks. */
export async function makeGitFolder(folder: string): Promise<void> {
  await mkdir(join(folder, "objects"), { recursive: true, mode: 0o700 });
  await mkdir(join(folder, "refs"));
  await mkdir(join(folder, "info"));
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
  await writeFile(join(folder, "info", "attributes"), attributes);
}

/** Calls git. A marker of its own: what setup left running must not end with it. */
export async function callGit(place: GitPlace, { args, stdin }: GitCall): Promise<GitAnswer> {
  const { folder, work, objects, runId, path } = place;
  await using scope = await openScope({ runId: `${runId}-tree`, home: folder });
  const done = await runProgram(scope, {
    program: "git",
    args: [...safeSettings, `--git-dir=${folder}`, `--work-tree=${work}`, ...args],
    cwd: work,
    env: { ...environment(path, folder), ...(objects !== undefined && { GIT_OBJECT_DIRECTORY: objects }) },
    outputLimitBytes: 256 * 1024 ** 2,
    timeoutMs,
    ...(stdin !== undefined && { stdin: { text: stdin } }),
  });
  return { ok: done.exit.code === 0 && !done.stdoutCut, stdout: done.stdout };
}

function environment(path: string, home: string): Record<string, string> {
  return { PATH: path, HOME: home, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C" };
}
