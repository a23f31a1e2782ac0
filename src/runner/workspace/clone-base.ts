/** Starts a run in a clone of one commit: without remotes, tags, reflogs, stashes, hooks, and without any later object. */
import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AxisError } from "../../core/error.ts";
import type { CloneStart } from "../../core/plan.ts";
import { callGit, createGitFolder, type GitContext } from "../gates/private-git.ts";

/** Where git works on behalf of a run. */
export interface GitPlace {
  readonly work: string;
  /** Marks git's processes. */
  readonly runId: string;
  readonly path: string;
}

/** Settings of the agent's own repository, so that its commits need no machine settings. */
const agentConfig = [
  "[core]",
  "\trepositoryformatversion = 0",
  "\tbare = false",
  "\tlogallrefupdates = true",
  "[user]",
  "\tname = agent",
  "\temail = agent@localhost",
  "[commit]",
  "\tgpgsign = false",
  "",
].join("\n");

/** Copies the base and everything before it out of the user's repository, which is only read. */
export async function copyBase(
  repository: string,
  { source, commit }: Pick<CloneStart, "source" | "commit">,
  place: GitPlace,
): Promise<void> {
  await createGitFolder(source);
  await mkdir(join(source, "objects", "pack"));
  await allowAttributes(source);
  const packs = join(source, "objects", "pack", "pack");
  const packed = await callGit(
    { ...place, folder: repository },
    // A grafted or replaced history would not be the one that the commit names.
    { args: ["--no-replace-objects", "pack-objects", "--quiet", "--revs", packs], stdin: `${commit}\n` },
  );
  // Of a shallow repository: where its history ends.
  await copyFile(join(repository, "shallow"), join(source, "shallow")).catch(() => {});
  const whole = packed.ok && (await callGit({ ...place, folder: source }, { args: ["cat-file", "-e", commit] })).ok;
  if (!whole)
    throw new AxisError("git-failed", `The commit ${commit.slice(0, 12)} could not be copied out of the repository`, {
      hint: "Check the repository with: git fsck",
    });
}

/** Fills the workspace with a clone. Returns why that failed; null if it did not. */
export async function cloneBase({ source, commit }: CloneStart, place: GitPlace): Promise<string | null> {
  const folder = join(place.work, ".git");
  await createGitFolder(folder);
  await copyObjects(source, folder);
  await allowAttributes(folder);
  await writeFile(join(folder, "config"), agentConfig);
  const git: GitContext = { ...place, folder };
  for (const args of [
    ["update-ref", "refs/heads/main", commit],
    ["read-tree", commit],
    ["checkout-index", "--all", "--quiet"],
    ["update-index", "-q", "--refresh"],
  ]) {
    const { ok } = await callGit(git, { args });
    if (!ok) return `the base commit could not be cloned: git ${args[0]} failed`;
  }
  // A reflog would say when the contest took place.
  await rm(join(folder, "logs"), { recursive: true, force: true });
  return null;
}

async function copyObjects(source: string, folder: string): Promise<void> {
  const [from, to] = [join(source, "objects", "pack"), join(folder, "objects", "pack")];
  await mkdir(to);
  for (const name of await readdir(from)) await copyFile(join(from, name), join(to, name));
  await copyFile(join(source, "shallow"), join(folder, "shallow")).catch(() => {}); // Only a shallow repository has it.
}

/** The attributes of the base count: line ends are as the project wants them. Filters need settings, and there are none. */
export async function allowAttributes(folder: string): Promise<void> {
  await rm(join(folder, "info", "attributes"), { force: true });
}
