/** A clone has the base and its history, and nothing that could hold the answer. */
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cloneBase, copyBase } from "./clone-base.ts";
import { commitWork } from "./commit-work.ts";
import { UserRepository } from "./user-repository.ts";

const run = promisify(execFile);
const answer = "the-planted-answer";
let root: string;
let repository: string;
let work: string;
let commit: string;

const gitIn = async (folder: string, ...args: string[]) => {
  const who = ["-c", "user.name=test", "-c", "user.email=test@localhost"];
  return (await run("git", [...who, ...args], { cwd: folder, maxBuffer: 10 ** 7 })).stdout.trimEnd();
};
const place = () => ({ work, runId: "01CLONE", path: process.env["PATH"] ?? "" });
const start = () => ({ competition: "cmp_1", commit, source: join(root, "base.git"), hidden: [] });
const commitRequest = (more: Partial<Parameters<typeof commitWork>[1]> = {}) => ({
  ...place(),
  folder: join(root, "private"),
  message: "the work",
  ignored: [],
  holdsSecret: () => false,
  ...more,
});

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "axis-test-")));
  [repository, work] = [join(root, "repository"), join(root, "work")];
  await Promise.all([mkdir(repository), mkdir(work)]);
  const git = (...args: string[]) => gitIn(repository, ...args);
  await git("init", "--quiet", "--initial-branch=main");
  await git("remote", "add", "origin", "https://example.com/a/b.git");
  await writeFile(join(repository, "file.txt"), "first\n");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=first");
  await writeFile(join(repository, "run.sh"), "#!/bin/sh\n");
  await chmod(join(repository, "run.sh"), 0o755);
  await git("add", "--all");
  await git("commit", "--quiet", "--message=base");
  commit = await git("rev-parse", "HEAD");
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Hides the answer in a later commit, a tag, a note, the stash, an unreachable commit and a loose object. */
async function plantAnswers(): Promise<string[]> {
  const git = (...args: string[]) => gitIn(repository, ...args);
  const write = (name: string) => writeFile(join(repository, "file.txt"), `${answer} ${name}\n`);
  const ids: string[] = [];
  const keep = async () => ids.push(await git("rev-parse", "HEAD"), await git("rev-parse", "HEAD:file.txt"));
  await write("unreachable");
  await git("commit", "--quiet", "--all", "--message=unreachable");
  await keep();
  await git("reset", "--quiet", "--hard", commit);
  await write("stash");
  await git("stash");
  ids.push(await git("rev-parse", "stash"), await git("rev-parse", "stash:file.txt"));
  await write("later");
  await git("commit", "--quiet", "--all", "--message=later");
  await keep();
  await git("update-ref", "refs/remotes/origin/next", "HEAD");
  await git("tag", "--annotate", "v1", `--message=${answer}`);
  ids.push(await git("rev-parse", "v1"));
  await git("notes", "add", `--message=${answer}`, commit);
  ids.push(await git("rev-parse", "refs/notes/commits"));
  await write("loose");
  ids.push(await git("hash-object", "-w", "file.txt"));
  await git("gc", "--quiet");
  return ids;
}

test("an answer planted after the base, in tags, notes, the stash or loose objects is not in the clone", async () => {
  const planted = await plantAnswers();
  await copyBase(join(repository, ".git"), start(), place());
  expect(await cloneBase(start(), place())).toBeNull();
  const git = (...args: string[]) => gitIn(work, ...args);
  expect(await git("rev-list", "--all")).toBe(await gitIn(repository, "rev-list", commit));
  expect(await git("fsck", "--full", "--unreachable", "--lost-found")).toBe("");
  const objects = await git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)");
  const own = await gitIn(repository, "rev-list", "--objects", "--no-object-names", commit);
  expect(objects.split("\n").toSorted()).toEqual(own.split("\n").toSorted());
  for (const id of planted) {
    expect(objects).not.toContain(id);
    await expect(git("cat-file", "-e", id)).rejects.toThrow();
  }
  expect(await git("cat-file", "--batch-all-objects", "--batch")).not.toContain(answer);
  expect(await git("for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
  expect([await git("remote"), await git("tag"), await git("reflog"), await git("stash", "list")]).toEqual([
    "",
    "",
    "",
    "",
  ]);
  expect(await readdir(join(work, ".git"))).not.toContain("hooks");
  for (const name of await readdir(join(work, ".git"), { recursive: true, withFileTypes: true }))
    if (name.isFile()) expect(await readFile(join(name.parentPath, name.name), "latin1")).not.toContain(repository);
});

test("the clone looks like a fresh checkout, and its agent can commit", async () => {
  await copyBase(join(repository, ".git"), start(), place());
  await cloneBase(start(), place());
  expect(await gitIn(work, "status", "--porcelain")).toBe("");
  expect((await readdir(work)).toSorted()).toEqual([".git", "file.txt", "run.sh"]);
  await run("git", ["commit", "--quiet", "--allow-empty", "--message=mine"], {
    cwd: work,
    env: { PATH: process.env["PATH"], HOME: work },
  });
});

test("the work is one commit of AXIS on the base, whatever the agent committed or hid from git", async () => {
  await copyBase(join(repository, ".git"), start(), place());
  await cloneBase(start(), place());
  await writeFile(join(work, "file.txt"), "changed\n");
  await gitIn(work, "commit", "--quiet", "--all", "--message=of the agent");
  await writeFile(join(work, "new.bin"), Buffer.from([0, 255, 1]));
  await mkdir(join(work, ".agents/skills"), { recursive: true });
  await writeFile(join(work, ".agents/skills/SKILL.md"), "installed by AXIS");
  await rm(join(work, ".git"), { recursive: true });
  const made = await commitWork(start(), commitRequest({ ignored: [".agents/skills"] }));
  const user = await UserRepository.open(repository, process.env);
  await user.fetchWork(made!, "axis/12345678/a/t1");
  const git = (...args: string[]) => gitIn(repository, ...args);
  expect(await git("log", "-1", "--format=%an|%s|%P", "axis/12345678/a/t1")).toBe(`AXIS|the work|${commit}`);
  expect(await git("diff", "--name-only", commit, "axis/12345678/a/t1")).toBe("file.txt\nnew.bin");
  const patch = join(root, "winner.patch");
  await user.writePatch({ from: commit, to: made!.commit }, patch);
  await git("apply", "--index", patch);
  expect(await git("diff", "--cached", "axis/12345678/a/t1")).toBe("");
});

test("an unchanged tree is no commit, and work that holds a secret is refused", async () => {
  await copyBase(join(repository, ".git"), start(), place());
  await cloneBase(start(), place());
  expect(await commitWork(start(), commitRequest())).toBeNull();
  await writeFile(join(work, "file.txt"), "hunter2\n");
  const holdsSecret = (content: Uint8Array) => Buffer.from(content).includes("hunter2");
  await expect(commitWork(start(), commitRequest({ folder: join(root, "second"), holdsSecret }))).rejects.toThrow(
    "secret",
  );
});

test("a folder outside a repository, and an unknown commit, are the user's mistakes", async () => {
  await expect(UserRepository.open(root, process.env)).rejects.toThrow("is not in a git repository");
  const user = await UserRepository.open(repository, process.env);
  await expect(user.resolveCommit("missing")).rejects.toThrow('has no commit "missing"');
});
