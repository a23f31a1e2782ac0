/** The user's own repository: it is read, gets branches and loses them. Index, working tree and checked-out branch stay as they are. */
import { randomUUID } from "node:crypto";
import { AxisError } from "../../core/error.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import type { CommittedWork } from "./commit-work.ts";

/** Nothing that the repository configures may run, and git must not tidy up on its own. */
const settings = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "fetch.recurseSubmodules=false",
].flatMap((setting) => ["-c", setting]);

const timeoutMs = 120_000;

/** A diff that no setting of the user changes. */
const plainDiff = [
  "--full-index",
  "--no-renames",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--src-prefix=a/",
  "--dst-prefix=b/",
];

export class UserRepository {
  readonly #env: Readonly<Record<string, string>>;

  private constructor(
    /** The top folder of the working tree. */
    readonly folder: string,
    /** Where its refs and objects are. */
    readonly gitFolder: string,
    /** The operator's environment, for programs that act in their name. */
    readonly operator: Readonly<Record<string, string>>,
  ) {
    this.#env = toGitEnvironment(operator);
  }

  /** Everything that could tell an entrant what the others or later commits hold. */
  get folders(): readonly string[] {
    return [this.folder, this.gitFolder];
  }

  static async open(folder: string, operator: NodeJS.ProcessEnv): Promise<UserRepository> {
    const env = toGitEnvironment(operator);
    const asked = ["rev-parse", "--path-format=absolute", "--show-toplevel", "--git-common-dir"];
    const { ok, stdout, stderr } = await callUserGit(folder, asked, env);
    const [top, gitFolder] = stdout.trimEnd().split("\n");
    if (!ok || top === undefined || gitFolder === undefined)
      throw new AxisError("git-failed", `${folder} is not in a git repository (${stderr || "git was not found"})`, {
        hint: "A competition starts from a commit: git init, then commit what the agents should start from",
      });
    return new UserRepository(top, gitFolder, dropUnset(operator));
  }

  /** The full id of a commit. */
  async resolveCommit(ref: string): Promise<string> {
    const { ok, stdout } = await this.#call([
      "rev-parse",
      "--verify",
      "--quiet",
      "--end-of-options",
      `${ref}^{commit}`,
    ]);
    if (ok) return stdout.trim();
    throw new AxisError("git-failed", `The repository has no commit "${ref}"`, {
      hint: "Name a branch, a tag or a commit with --base",
    });
  }

  /** Files with changes that are not committed, ignored ones and those of AXIS excepted. */
  async listChanges(): Promise<string[]> {
    const status = ["status", "--porcelain", "-z", "--no-renames", "--", ":/", ":(exclude,top,glob)**/.axis/**"];
    const stdout = await this.#require(status);
    return stdout.split("\0").flatMap((line) => (line === "" ? [] : [line.slice(3)]));
  }

  /** Fetches the work of a run as a branch; an earlier attempt at the run loses the name. */
  async fetchWork({ repository, ref }: CommittedWork, branch: string): Promise<void> {
    const quiet = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance", "--no-recurse-submodules"];
    await this.#require(["fetch", ...quiet, repository, `+${ref}:refs/heads/${branch}`]);
  }

  /** Where a branch points; null if it does not exist. */
  async findBranch(branch: string): Promise<string | null> {
    const { ok, stdout } = await this.#call(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]);
    return ok ? stdout.trim() : null;
  }

  /** The branches that any working tree of the repository has checked out. */
  async listCheckedOut(): Promise<ReadonlySet<string>> {
    const stdout = await this.#require(["worktree", "list", "--porcelain"]);
    return new Set([...stdout.matchAll(/^branch refs\/heads\/(.+)$/gm)].map(([, name = ""]) => name));
  }

  /** Deletes a branch if it still points at this commit. */
  async deleteBranch(branch: string, commit: string): Promise<void> {
    await this.#require(["update-ref", "-d", `refs/heads/${branch}`, commit]);
  }

  /** Writes the difference between two commits to a file, binary files included. */
  async writePatch(commits: { readonly from: string; readonly to: string }, file: string): Promise<void> {
    await this.#require(["diff", "--binary", ...plainDiff, `--output=${file}`, commits.from, commits.to]);
  }

  /** The difference between two commits as text; of binary files, only that they differ. */
  async readPatch(commits: { readonly from: string; readonly to: string }): Promise<string> {
    return await this.#require(["diff", ...plainDiff, commits.from, commits.to]);
  }

  /** Applies a patch to the index and the working tree, or changes nothing. */
  async applyPatch(file: string): Promise<void> {
    const { ok, stderr } = await this.#call(["apply", "--index", "--whitespace=nowarn", file]);
    if (!ok)
      throw new AxisError("git-failed", `The patch does not apply to what is checked out (${stderr})`, {
        hint: "Nothing was changed. Merge the winner's branch instead",
      });
  }

  /** Pushes this commit as a branch of `origin`, and nothing else. Fails if the branch is there with other work. */
  async pushBranch({ branch, commit }: { readonly branch: string; readonly commit: string }): Promise<void> {
    const only = ["--quiet", "--no-verify", "--no-follow-tags", "--recurse-submodules=no"];
    const args = ["push", ...only, "origin", `${commit}:refs/heads/${branch}`];
    // Pushing may need more of the operator's environment, such as the agent of ssh.
    const { ok, stderr } = await callUserGit(this.folder, args, { ...this.operator, ...this.#env });
    if (ok) return;
    throw new AxisError("git-failed", `${branch} could not be pushed to origin (${stderr})`, {
      hint: `Push it with: git push origin ${branch}`,
    });
  }

  /** The address of a remote; null if there is none. */
  async findRemote(name = "origin"): Promise<string | null> {
    const { ok, stdout } = await this.#call(["config", "--get", `remote.${name}.url`]);
    return ok ? stdout.trim() : null;
  }

  async #require(args: readonly string[]): Promise<string> {
    const { ok, stdout, stderr } = await this.#call(args);
    if (ok) return stdout;
    throw new AxisError("git-failed", `git ${args[0]} failed in ${this.folder} (${stderr})`);
  }

  #call(args: readonly string[]) {
    return callUserGit(this.folder, args, this.#env);
  }
}

function toGitEnvironment(operator: NodeJS.ProcessEnv): Record<string, string> {
  return {
    PATH: operator["PATH"] ?? "",
    HOME: operator["HOME"] ?? "",
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    // `git status` would otherwise write the index.
    GIT_OPTIONAL_LOCKS: "0",
  };
}

function dropUnset(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function callUserGit(folder: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  await using scope = await openScope({ runId: `git-${randomUUID()}`, home: folder });
  const { exit, stdout } = await runProgram(scope, {
    program: "git",
    args: [...settings, ...args],
    cwd: folder,
    env,
    timeoutMs,
  });
  const last = exit.stderr.trim().split("\n").at(-1) ?? "";
  return { ok: exit.code === 0, stdout, stderr: last };
}
