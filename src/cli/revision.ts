/** Which commit of the project is evaluated: as the CI job says, else as git says. */
import { randomUUID } from "node:crypto";
import type { Revision } from "../core/report/revision.ts";
import { runProgram } from "../process/run-program.ts";
import { openScope } from "../process/scope.ts";

const timeoutMs = 10_000;
const hash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Undefined without git, without a repository, or without a commit. */
export async function readRevision(folder: string, env: NodeJS.ProcessEnv): Promise<Revision | undefined> {
  const commit = await askGit(["rev-parse", "--verify", "HEAD"], folder, env);
  if (commit === undefined || !hash.test(commit)) return undefined;
  const named = await askGit(["symbolic-ref", "--short", "-q", "HEAD"], folder, env);
  // A CI job checks out a commit without a branch, and knows which one it is of.
  const branch = named ?? (env["GITHUB_HEAD_REF"] || env["GITHUB_REF_NAME"] || env["CI_COMMIT_REF_NAME"]);
  return { commit, branch: branch ? branch : null, pullRequest: readPullRequest(env) };
}

function readPullRequest({ GITHUB_REF, CI_MERGE_REQUEST_IID }: NodeJS.ProcessEnv): number | null {
  const number = /^refs\/pull\/(\d{1,9})\//.exec(GITHUB_REF ?? "")?.[1] ?? CI_MERGE_REQUEST_IID;
  return number !== undefined && /^\d{1,9}$/.test(number) ? Number(number) : null;
}

async function askGit(args: readonly string[], cwd: string, { PATH }: NodeJS.ProcessEnv): Promise<string | undefined> {
  await using scope = await openScope({ runId: `git-${randomUUID()}`, home: "" });
  const { exit, stdout } = await runProgram(scope, {
    program: "git",
    // In a container, the folder often belongs to another user. Naming a commit runs nothing that its config may name.
    args: ["-c", "safe.directory=*", ...args],
    cwd,
    env: { ...(PATH !== undefined && { PATH }), LC_ALL: "C", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
    timeoutMs,
  });
  const text = stdout.trim();
  return exit.code === 0 && text !== "" ? text : undefined;
}
