/** Makes one commit of the work that a run left, with a git folder that the agent never saw. */
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AxisError } from "../../core/error.ts";
import type { CloneStart } from "../../core/plan.ts";
import { callGit, createGitFolder, type GitContext } from "../gates/private-git.ts";
import { allowAttributes, type GitPlace } from "./clone-base.ts";

/** A commit, and the repository that holds it until its run's folder is removed. */
export interface CommittedWork {
  readonly commit: string;
  /** The ref of the commit in that repository. */
  readonly ref: string;
  readonly repository: string;
}

export interface CommitRequest extends GitPlace {
  /** A folder outside the workspace that does not exist yet. */
  readonly folder: string;
  readonly message: string;
  /** Folders that do not belong to the work. */
  readonly ignored: readonly string[];
  readonly holdsSecret: (content: Uint8Array) => boolean;
}

const author = ["user.name=AXIS", "user.email=axis@localhost", "commit.gpgSign=false", "diff.ignoreSubmodules=all"];
const settings = author.flatMap((setting) => ["-c", setting]);
const ref = "refs/heads/work";

/** Null if the tree is that of the base. Throws if git cannot read the work, or if it holds a secret. */
export async function commitWork(start: CloneStart, request: CommitRequest): Promise<CommittedWork | null> {
  const { folder, message, holdsSecret, ...place } = request;
  await openFolder(start, request);
  const git: GitContext = { work: place.work, runId: place.runId, path: place.path, folder };
  const run = async (...args: string[]) => {
    const { ok, stdout } = await callGit(git, { args: [...settings, ...args] });
    if (ok) return stdout.trim();
    throw new AxisError("git-failed", `git ${args[0]} failed in the workspace that the agent left`);
  };
  await run("read-tree", start.commit);
  await run("add", "--all", ".");
  const tree = await run("write-tree");
  if (tree === (await run("rev-parse", `${start.commit}^{tree}`))) return null;
  const changes = await run("diff-tree", "-r", "-p", "--text", "--no-ext-diff", "--no-textconv", start.commit, tree);
  if (holdsSecret(Buffer.from(changes))) throw new AxisError("git-failed", "it holds the value of a secret variable");
  const commit = await run("commit-tree", tree, "-p", start.commit, "-m", message);
  await run("update-ref", ref, commit);
  return { commit, ref, repository: folder };
}

export interface PatchedWork extends Omit<CommitRequest, "ignored" | "holdsSecret" | "work"> {
  /** A whole diff from the base, without secrets. */
  readonly patch: Uint8Array;
}

/** The same from the diff of a run on another machine. Throws if the diff does not fit the base. */
export async function commitPatch(
  start: CloneStart,
  { patch, folder, message, ...place }: PatchedWork,
): Promise<CommittedWork> {
  // Other bytes would be replaced on their way to git.
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(patch);
  await openFolder(start, { folder, ignored: [] });
  const run = async (args: readonly string[], stdin?: string) => {
    const { ok, stdout } = await callGit(
      { ...place, work: folder, folder },
      { args: [...settings, ...args], ...(stdin !== undefined && { stdin }) },
    );
    if (ok) return stdout.trim();
    throw new AxisError("git-failed", `git ${args[0]} failed for the diff that came back`);
  };
  await run(["read-tree", start.commit]);
  await run(["apply", "--cached", "--whitespace=nowarn", "-"], text);
  const commit = await run(["commit-tree", await run(["write-tree"]), "-p", start.commit, "-m", message]);
  await run(["update-ref", ref, commit]);
  return { commit, ref, repository: folder };
}

/** A git folder that borrows the objects of the base. */
async function openFolder(
  { source }: CloneStart,
  { folder, ignored }: Pick<CommitRequest, "folder" | "ignored">,
): Promise<void> {
  await createGitFolder(folder);
  await allowAttributes(folder);
  await mkdir(join(folder, "objects", "info"), { recursive: true });
  await writeFile(join(folder, "objects", "info", "alternates"), `${join(source, "objects")}\n`);
  await appendFile(join(folder, "info", "exclude"), ignored.map((path) => `/${path}/\n`).join(""));
}
