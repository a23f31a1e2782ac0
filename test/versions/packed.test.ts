/** The package as npm packs it, used outside the repository as people use it, on each Node version. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const versions = (process.env["AXIS_NODE_VERSIONS"] ?? "20 22 24 26").split(" ");
const root = join(import.meta.dirname, "../..");
const platform = process.platform === "win32" ? "win" : process.platform;
/** npm has the Node programs as packages, one for each system. */
const nodePackage = `node-${platform}-${process.arch}`;
const installedBytes = 60_000_000;
/** For what hangs. npm waits long for a registry that does not answer. */
const commandMs = 100_000;

const folder = mkdtempSync(join(tmpdir(), "axis-packed-"));
let tarball = "";

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A variable of the surrounding npm would name this repository. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD$|NODE_(?:ENV|OPTIONS|PATH)$|VITEST)/i.test(name)),
);

/** npm's own program, so that it can run on each Node. */
const npm = findNpm();

function findNpm(): string {
  const given = process.env["npm_execpath"];
  if (given?.endsWith("npm-cli.js") === true) return given;
  const { stdout } = spawnSync("npm", ["root", "--global"], { encoding: "utf8", shell: process.platform === "win32" });
  return join(stdout.trim(), "npm", "bin", "npm-cli.js");
}

/** Runs a program of Node, with that Node first on the path. */
function run(node: string, cwd: string, args: readonly string[]): Ended {
  const path = `${dirname(node)}${delimiter}${env["PATH"] ?? ""}`;
  const { status, stdout, stderr } = spawnSync(node, args, {
    cwd,
    env: { ...env, PATH: path },
    encoding: "utf8",
    timeout: commandMs,
  });
  return { status, stdout, stderr };
}

function makeProject(...path: string[]): string {
  const project = join(folder, ...path);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  return project;
}

function installNode(version: string): string {
  const project = makeProject(`node-${version}`);
  const { status, stderr } = run(process.execPath, project, [
    npm,
    "install",
    "--no-audit",
    `${nodePackage}@${version}`,
  ]);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return join(project, "node_modules", nodePackage, "bin", process.platform === "win32" ? "node.exe" : "node");
}

function measure(below: string): number {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

beforeAll(() => {
  const { stdout, stderr } = run(process.execPath, root, [
    npm,
    "pack",
    "--ignore-scripts",
    "--pack-destination",
    folder,
  ]);
  tarball = join(folder, stdout.trim().split("\n").at(-1) ?? "");
  expect({ isPacked: existsSync(tarball), stderr }).toMatchObject({ isPacked: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(versions)("with Node %s", (version) => {
  let node = "";
  beforeAll(() => {
    node = installNode(version);
    expect(run(node, folder, ["--version"]).stdout).toMatch(new RegExp(`^v${version}\\.`));
  });

  test("npx runs the demo in an empty folder", () => {
    const empty = join(folder, `npx-${version}`);
    mkdirSync(empty);
    const { status, stdout, stderr } = run(node, empty, [
      npm,
      "exec",
      "--yes",
      `--package=${tarball}`,
      "--",
      "axis",
      "demo",
    ]);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stdout).toMatch(/^(?:\S+ )?(?:PASS|MEASURED)\b/m);
    expect(readdirSync(empty)).toEqual(["axis-demo"]);
    expect(stderr).not.toContain("EBADENGINE");
  });

  describe("installed in a project", () => {
    let project = "";
    beforeAll(() => {
      project = makeProject(`project-${version}`);
      const { status, stderr } = run(node, project, [npm, "install", "--save-dev", "--no-audit", tarball]);
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(stderr).not.toContain("EBADENGINE");
    });

    test(`it takes at most ${installedBytes / 1e6} MB`, () => {
      expect(measure(join(project, "node_modules"))).toBeLessThanOrEqual(installedBytes);
    });

    test("its command, its embedded database and its config in TypeScript work", () => {
      const axis = (...args: string[]) => run(node, project, [npm, "exec", "--no", "--", "axis", ...args]);
      expect(axis("init", "--agent", "command", "--format", "ts", "--no-skills")).toMatchObject({ status: 0 });
      expect(axis("run")).toMatchObject({ status: 0 });
      expect(axis("db", "migrate")).toMatchObject({ status: 0 });
    });

    test("its fakes need no test runner, and its suites say that they do", () => {
      const code = `
        const { fakeModel } = await import("axis-eval/testing");
        console.log(fakeModel({ hello: { score: 1 } }).id);
        await import("axis-eval/testing/suites").catch((error) => console.log(error.code, error.message));`;
      expect(run(node, project, ["--input-type=module", "--eval", code]).stdout).toMatch(
        /^fake\/model\nERR_MODULE_NOT_FOUND Cannot find package 'vitest'/,
      );
    });
  });

  test("installed for the whole machine, axis is a command", () => {
    const prefix = join(folder, `global-${version}`);
    const { status, stderr } = run(node, folder, [
      npm,
      "install",
      "--global",
      "--prefix",
      prefix,
      "--no-audit",
      tarball,
    ]);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const command = process.platform === "win32" ? join(prefix, "axis.cmd") : join(prefix, "bin", "axis");
    const path = `${dirname(node)}${delimiter}${env["PATH"] ?? ""}`;
    const { stdout } = spawnSync(command, ["--version"], {
      env: { ...env, PATH: path },
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
