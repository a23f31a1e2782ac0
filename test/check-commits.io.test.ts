/** The commit check, on repositories made for it: as a hook, over a range, and where there is nothing to compare with. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "axis-commits-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A repository with the scripts of this one, and a commit that does not follow the rule. */
function createRepository(name: string): string {
  const repository = join(folder, name);
  mkdirSync(repository);
  git(repository, "init", "--quiet", "--initial-branch=main");
  cpSync(join(root, "scripts"), join(repository, "scripts"), { recursive: true });
  commit(repository, "It all began here");
  return repository;
}

function git(cwd: string, ...args: string[]) {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  const { status, stdout, stderr } = spawnSync("git", [...identity, ...args], { cwd, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

function commit(cwd: string, subject: string) {
  return git(cwd, "commit", "--quiet", "--allow-empty", "--message", subject);
}

function check(cwd: string, ...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/check-commits.mjs", ...args], {
    cwd,
    encoding: "utf8",
  });
  return { status, stderr };
}

describe("a range of commits", () => {
  test.each([
    "core: add a number",
    "release: 0.2.0",
    "release: 1.0.0-rc.1",
    "store: embed the schema",
    `cli: add ${"x".repeat(63)}`,
  ])("accepts %s", (subject) => {
    const repository = createRepository(`fine-${subject.length}`);
    commit(repository, subject);
    expect(check(repository, "main~1..main")).toEqual({ status: 0, stderr: "" });
  });

  test.each([
    ["A sentence about it", 'must read "room: imperative what"'],
    ["kitchen: add a table", '"kitchen" is not a room'],
    ["core: added a number", '"added" is not imperative'],
    ["core: adds a number", '"adds" is not imperative'],
    ["core: adding a number", '"adding" is not imperative'],
    ["core: Add a number", '"Add" is not a verb in lower case'],
    ["core: 0.2.0", '"0.2.0" is not a verb'],
    ["core: add a number.", "ends with a full stop"],
    [`cli: add ${"x".repeat(64)}`, "has 73 characters; at most 72 are allowed"],
    ["fixup! core: add a number", 'must read "room: imperative what"'],
  ])("refuses %s", (subject, problem) => {
    const repository = createRepository(`wrong-${subject.replaceAll(/\W/g, "-")}`);
    commit(repository, subject);
    const { status, stderr } = check(repository, "main~1..main");
    expect(status).toBe(1);
    expect(stderr).toContain(subject);
    expect(stderr).toContain(problem);
  });

  test("names every wrong commit, skips merges, and leaves out what the range leaves out", () => {
    const repository = createRepository("several");
    git(repository, "checkout", "--quiet", "-b", "side");
    commit(repository, "core: moved it");
    git(repository, "checkout", "--quiet", "main");
    commit(repository, "Another sentence");
    git(repository, "merge", "--quiet", "--no-ff", "--no-edit", "side");
    const { status, stderr } = check(repository, "main~2..main");
    expect(status).toBe(1);
    expect(stderr).toContain("core: moved it");
    expect(stderr).toContain("Another sentence");
    expect(stderr).not.toContain("Merge");
    expect(stderr).not.toContain("It all began here");
  });

  test("that git does not know is an error", () => {
    const repository = createRepository("unknown-range");
    expect(check(repository, "nowhere..main")).toEqual({
      status: 1,
      stderr: expect.stringContaining("Git does not know the range nowhere..main"),
    });
  });
});

describe("without a range", () => {
  test("checks what origin/main does not have", () => {
    createRepository("upstream");
    git(folder, "clone", "--quiet", "upstream", "clone");
    const clone = join(folder, "clone");
    cpSync(join(root, "scripts"), join(clone, "scripts"), { recursive: true });
    expect(check(clone)).toEqual({ status: 0, stderr: "" });
    commit(clone, "core: moved it");
    expect(check(clone).status).toBe(1);
  });

  test("passes where there is no origin, and in a folder that is no repository", () => {
    expect(check(createRepository("alone"))).toEqual({ status: 0, stderr: "" });
    const plain = join(folder, "plain");
    cpSync(join(root, "scripts"), join(plain, "scripts"), { recursive: true });
    expect(check(plain)).toEqual({ status: 0, stderr: "" });
  });
});

test("the hook stops a commit with a wrong subject, and lets git's own subjects through", () => {
  const repository = createRepository("hook");
  git(repository, "config", "core.hooksPath", "scripts/hooks");
  expect(commit(repository, "It works now").output).toContain('must read "room: imperative what"');
  expect(commit(repository, "core: count to ten").status).toBe(0);
  expect(commit(repository, "fixup! core: count to ten").status).toBe(0);
  expect(commit(repository, 'Revert "core: count to ten"').status).toBe(0);
  expect(git(repository, "rev-list", "--count", "HEAD").output.trim()).toBe("4");
});
