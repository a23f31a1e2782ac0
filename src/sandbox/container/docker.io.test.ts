import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SandboxSpec } from "../driver.ts";
import { createContainerDriver } from "./container.ts";

/**
 * No docker engine is needed: this program notes how it is called, answers like docker, and runs the command of a
 * container on this machine, with the paths of mounts replaced by their sources. What it isolates is nothing.
 */
const fakeDocker = `#!${process.execPath}
const fs = require("node:fs");
const words = process.argv.slice(2);
fs.appendFileSync(__dirname + "/calls", JSON.stringify(words) + "\\n");
const after = (flag) => words.flatMap((word, index) => (word === flag ? [words[index + 1]] : []));
if (words[0] === "info")
  console.log('{"version":"27.3.1","security":["name=seccomp,profile=builtin"],"memory":true,"cpu":true,"pids":false}');
else if (words[0] === "image") console.log('sha256:0123 ["example@sha256:4567"] ["PATH=/image/bin"]');
else if (words[0] === "ps") console.log(words.at(-1) === "label=axis.run=gone" ? "" : "c0ffee");
else if (words[0] === "run") {
  const image = words.indexOf("example:1");
  const mounts = after("--mount").map((text) => /source=(.*?),destination=([^,]*)/.exec(text).slice(1));
  const own = mounts.filter(([, inside]) => inside.startsWith("/run/axis/"));
  const replace = (word) => own.reduce((text, [outside, inside]) => text.split(inside + '"').join(outside + '"').split(inside).join(outside), word);
  const [program, ...args] = [after("--entrypoint")[0], ...words.slice(image + 1)].map(replace);
  const { status } = require("node:child_process").spawnSync(program, args, { stdio: "inherit", cwd: after("--workdir")[0] });
  process.exit(status);
}
`;

const root = realpathSync(mkdtempSync(join(tmpdir(), "axis-docker-")));
const folders = {
  work: join(root, "work"),
  home: join(root, "home"),
  tmp: join(root, "tmp"),
  shared: join(root, "shared"),
};
const path = process.env["PATH"];
/** Not the one of the process, which may have asked the real engine. */
const dockerDriver = createContainerDriver("docker");

beforeAll(() => {
  for (const folder of Object.values(folders)) mkdirSync(folder);
  writeFileSync(join(root, "docker"), fakeDocker);
  chmodSync(join(root, "docker"), 0o755);
  process.env["PATH"] = `${root}:${path}`;
});
afterAll(() => {
  process.env["PATH"] = path;
  rmSync(root, { recursive: true, force: true });
});

const readCalls = () =>
  readFileSync(join(root, "calls"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as string[]);

const spec: SandboxSpec = {
  network: "none",
  image: "example:1",
  read: [],
  checks: { network: "none", read: [] },
  limits: { memoryBytes: 1024 ** 3, cpuPercent: null, pids: 64, diskBytes: null },
  install: false,
};

test("docker says what it limits", async () => {
  expect(await dockerDriver.probe()).toMatchObject({
    version: "27.3.1",
    limits: { memory: "kernel", cpu: "kernel", pids: "no" },
    limitedBy: "docker",
  });
});

test("an engine that isolates nothing is found out before a run", async () => {
  expect(await dockerDriver.prepare(spec)).toMatchObject({
    missing: expect.stringContaining("docker cannot run image example:1: Error: a file outside can be read"),
  });
  const [, inspect, list, probe] = readCalls();
  expect(inspect).toEqual(["image", "inspect", "--format", expect.any(String), "example:1"]);
  expect(list?.slice(0, 4)).toEqual(["run", "--rm", "--network", "none"]);
  expect(probe).toEqual(expect.arrayContaining(["--read-only", "--cap-drop", "all", "axis.run=axis-probe"]));
});

test("what a killed AXIS left is killed, then removed", async () => {
  const before = readCalls().length;
  expect(await dockerDriver.sweep(["left", "gone"])).toBe(1);
  // A probe that is just ending may still ask for its container.
  const calls = readCalls()
    .slice(before)
    .filter(([word]) => word !== "container");
  expect(calls).toEqual([
    ["ps", "--all", "--quiet", "--filter", "label=axis.run"],
    ["ps", "--all", "--quiet", "--filter", "label=axis.run=left"],
    ["kill", "--signal", "KILL", "c0ffee"],
    ["rm", "--force", "c0ffee"],
    ["ps", "--all", "--quiet", "--filter", "label=axis.run=gone"],
  ]);
  expect(await dockerDriver.sweep([])).toBe(0);
});
