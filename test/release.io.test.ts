/** `npm run release` in a small repository of its own: what it refuses, what a dry run leaves alone, what a release writes. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const copied = ["package.json", "package-lock.json", "CHANGELOG.md", ".gitignore", "src/core/version.ts", "scripts"];
const { version: current } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "axis-release-"));
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
  addEntry("## 99.0.0 (2026-01-01)\n\n### Added\n\n- The moon.");
  // Stands for the built package, which git ignores.
  for (const path of listBuiltFiles()) write(path, "");
  // A link to a folder is a file to git.
  appendFileSync(join(folder, ".gitignore"), "node_modules\n");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  git("init", "--quiet", "--initial-branch=main");
  commitAll("house: begin");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function listBuiltFiles(): string[] {
  const text = readFileSync(join(root, "package.json"), "utf8");
  return [...text.matchAll(/"\.\/(dist\/[^"]+)"/g)].map(([, path = ""]) => path);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function read(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}

function addEntry(entry: string): void {
  const path = join(folder, "CHANGELOG.md");
  writeFileSync(path, readFileSync(path, "utf8").replace(/^## /m, `${entry}\n\n## `));
}

function git(...args: string[]): string {
  return spawnSync("git", args, { cwd: folder, encoding: "utf8", env: environment() }).stdout.trim();
}

function environment(): NodeJS.ProcessEnv {
  const [name, email] = ["Test", "test@example.com"];
  const identity = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
  return { ...process.env, ...identity, GIT_CONFIG_GLOBAL: "/dev/null", npm_config_offline: "true" };
}

function commitAll(subject: string): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", subject);
}

function release(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/release.mjs", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: environment(),
  });
  return { status, stdout, stderr };
}

describe("a dry run", () => {
  test("checks everything, and writes, commits and tags nothing", () => {
    const { status, stdout, stderr } = release("99.0.0", "--dry-run", "--skip-ci");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain(`ok  99.0.0 follows ${current}`);
    expect(stdout).toContain("ok  the working tree is clean");
    expect(stdout).toContain("ok  CHANGELOG.md has an entry for 99.0.0");
    expect(stdout).toMatch(/ok {2}the package has \d\.\d\d MB in \d+ files/);
    expect(stdout).toContain("Ready to release 99.0.0. Nothing was written");
    expect(git("status", "--porcelain")).toBe("");
    expect(git("log", "--format=%s")).toBe("house: begin");
    expect(git("tag")).toBe("");
  });

  test("runs .ci/run, and refuses where that fails", () => {
    write(".ci/run", "#!/bin/sh\nexit 1\n");
    spawnSync("chmod", ["+x", join(folder, ".ci/run")]);
    commitAll("ci: fail");
    const { status, stderr } = release("99.0.0", "--dry-run");
    expect({ status, stderr }).toEqual({ status: 1, stderr: ".ci/run failed; see above.\n" });
  });
});

describe("a release", () => {
  test("sets the version everywhere, commits and tags it", () => {
    expect(release("99.0.0", "--skip-ci")).toMatchObject({ status: 0, stderr: "" });
    const lock = JSON.parse(read("package-lock.json")) as {
      version: string;
      packages: Record<string, { version: string }>;
    };
    expect((JSON.parse(read("package.json")) as { version: string }).version).toBe("99.0.0");
    expect([lock.version, lock.packages[""]?.version]).toEqual(["99.0.0", "99.0.0"]);
    expect(read("src/core/version.ts")).toContain('axisVersion = "99.0.0"');
    expect(git("log", "-1", "--format=%s")).toBe("release: 99.0.0");
    expect(git("tag", "--points-at", "HEAD")).toBe("v99.0.0");
    expect(git("status", "--porcelain")).toBe("");
    expect(git("diff", "--stat", "HEAD~1").split("\n").at(-1)).toMatch(
      /3 files changed, 4 insertions\(\+\), 4 deletions/,
    );
  });

  test("that fails leaves the version as it was", () => {
    rmSync(join(folder, "dist/cli.js"));
    const { status, stderr } = release("99.0.0", "--skip-ci");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "The package lacks dist/cli.js; run: npm run build\n" });
    expect(git("status", "--porcelain")).toBe("");
    expect(git("tag")).toBe("");
  });
});

describe("refused", () => {
  test.each([
    ["no version", [], "Usage: npm run release <version>"],
    ["what is no version", ["next"], "Usage: npm run release <version>"],
    ["an option that does not exist", ["99.0.0", "--dry"], "Unknown option '--dry'"],
    ["an earlier version", ["0.0.9"], `0.0.9 is not later than the current version, ${current}`],
    ["a preview of the current version", [`${current}-rc.1`], "is not later than the current version"],
    ["a version without an entry", ["98.0.0"], 'CHANGELOG.md has no entry "## 98.0.0"'],
  ])("%s", (_, args, problem) => {
    const { status, stderr } = release(...args, "--dry-run", "--skip-ci");
    expect(status).toBe(1);
    expect(stderr).toContain(problem);
  });

  test("a tree with changes", () => {
    appendFileSync(join(folder, "CHANGELOG.md"), "\n");
    expect(release("99.0.0", "--dry-run", "--skip-ci").stderr).toContain("The working tree has changes");
  });

  test("a tag that exists", () => {
    git("tag", "v99.0.0");
    expect(release("99.0.0", "--dry-run", "--skip-ci").stderr).toContain("The tag v99.0.0 exists already");
  });

  test.each([
    ["a long entry", `### Added\n\n${"- More.\n".repeat(15)}`, "has 16 lines; at most 15 are allowed"],
    ["an entry with a heading of its own", "### News\n\n- More.", 'has "### News"; use Added, Changed, Fixed, Removed'],
    ["an empty entry", "### Added", "lists no change"],
    ["an entry without a kind", "- More.", 'must start with "### Added" or another kind'],
  ])("%s", (_, entry, problem) => {
    addEntry(`## 99.1.0\n\n${entry}`);
    commitAll("docs: describe 99.1.0");
    expect(release("99.1.0", "--dry-run", "--skip-ci").stderr).toContain(problem);
  });
});

test("every entry of the changelog is as short as a release wants it", () => {
  const versions = [...readFileSync(join(root, "CHANGELOG.md"), "utf8").matchAll(/^## (\S+)/gm)].map(
    ([, name]) => name,
  );
  const script = `import { findEntryProblems } from "./scripts/changelog.mjs"; import { readFileSync } from "node:fs";
    console.log(process.argv.slice(1).flatMap((version) => findEntryProblems(readFileSync("CHANGELOG.md", "utf8"), version)).join("\\n"))`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script, ...versions.map(String)], {
    cwd: root,
    encoding: "utf8",
  });
  expect(versions.length).toBeGreaterThan(0);
  expect(stdout.trim()).toBe("");
});
