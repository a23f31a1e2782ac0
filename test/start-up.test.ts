import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const cli = join(root, "dist/cli.js");

/** The files of the package that a command loads, told by a loader hook inside the process. */
function loadedBy(...args: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "axis-start-up-"));
  const hook = join(folder, "hook.mjs");
  const log = join(folder, "log.txt");
  writeFileSync(
    hook,
    `import { appendFileSync } from "node:fs";
export async function load(url, context, next) { appendFileSync(${JSON.stringify(log)}, url + "\\n"); return next(url, context); }`,
  );
  const register = `data:text/javascript,import{register}from"node:module";register(${JSON.stringify(`file://${hook}`)})`;
  execFileSync(process.execPath, ["--import", register, cli, ...args], { encoding: "utf8" });
  const urls = readFileSync(log, "utf8");
  rmSync(folder, { recursive: true });
  return urls
    .split("\n")
    .filter((url) => url.startsWith("file:") && url.includes("/dist/"))
    .map((url) => url.replace(/.*\/dist\//, "").replace(/-[\w-]{8}\.js$/, ".js"));
}

test.each([["--version"], ["--help"]])("axis %s loads the table of commands and nothing heavy", (flag) => {
  const files = loadedBy(flag);
  const size = files.length;
  expect(files).toContain("cli.js");
  expect(size).toBeLessThanOrEqual(3);
});

test("the version is one line on stdout", () => {
  const { stdout, status } = spawnSync(process.execPath, [cli, "--version"], { encoding: "utf8" });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(status).toBe(0);
});

test.skipIf(process.platform === "win32").each(["--help", "--version", "help", "run --help"])(
  "axis %s is quiet where nobody reads it any more, and says so where it cannot be written",
  (args) => {
    const shell = (command: string) => spawnSync("bash", ["-c", command], { encoding: "utf8" });
    const axis = `"${process.execPath}" "${cli}" ${args}`;
    // The reader has gone before the first line comes.
    const { stdout, stderr } = shell(`(sleep 0.3; ${axis}) | true; echo "\${PIPESTATUS[0]}"`);
    expect([stdout, stderr]).toEqual(["0\n", ""]);
    if (process.platform !== "linux") return;
    const full = shell(`${axis} > /dev/full`);
    expect([full.status, full.stderr]).toEqual([
      3,
      expect.stringMatching(/^The output could not be written: ENOSPC.*\n$/),
    ]);
  },
);

test.each(["18.20.0", "20.11.1"])("Node %s is refused in one line, without a stack", (version) => {
  const folder = mkdtempSync(join(tmpdir(), "axis-start-up-"));
  writeFileSync(join(folder, "old.cjs"), `Object.defineProperty(process.versions, "node", { value: "${version}" });`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "run"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], NODE_OPTIONS: "--require ./old.cjs" },
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  expect([status, stdout, stderr]).toEqual([2, "", `AXIS needs Node 20.12 or later; this is Node ${version}.\n`]);
});
