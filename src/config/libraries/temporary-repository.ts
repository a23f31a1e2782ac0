/** For tests: a real git repository in its own folder. */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import type { Files } from "../temporary-project.ts";

export interface TemporaryRepository extends AsyncDisposable {
  readonly folder: string;
  /** file:// */
  readonly url: string;
  /** Runs any git command in it and returns its output. */
  git(...args: readonly string[]): Promise<string>;
  /** Writes files, commits everything, and returns the commit. */
  commit(files: Files): Promise<string>;
}

/** Creates a repository with one commit. `name` is its path below a new folder. */
export async function temporaryRepository(files: Files, name = "library"): Promise<TemporaryRepository> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "axis-repository-")));
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  const scope = await openScope({ runId: `test-${randomUUID()}`, home: root });
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: root,
    GIT_CONFIG_NOSYSTEM: "1",
    ...identity("AUTHOR"),
    ...identity("COMMITTER"),
    GIT_ALLOW_PROTOCOL: "file:ext",
  };
  const git = async (...args: readonly string[]): Promise<string> => {
    const { exit, stdout } = await runProgram(scope, { program: "git", args, cwd: folder, env });
    if (exit.code !== 0) throw new Error(`git ${args.join(" ")}: ${exit.stderr}`);
    return stdout.trim();
  };
  const commit = async (more: Files): Promise<string> => {
    for (const [path, content] of Object.entries(more)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), typeof content === "string" ? content : JSON.stringify(content, null, 2));
    }
    await git("add", "--all");
    await git("commit", "--quiet", "--allow-empty", "--message", "a change");
    return git("rev-parse", "HEAD");
  };
  await git("init", "--quiet", "--initial-branch=main");
  await commit(files);
  return {
    folder,
    url: pathToFileURL(folder).href,
    git,
    commit,
    [Symbol.asyncDispose]: async () => {
      await scope[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}

function identity(role: string): Record<string, string> {
  return { [`GIT_${role}_NAME`]: "A", [`GIT_${role}_EMAIL`]: "a@example.test" };
}
