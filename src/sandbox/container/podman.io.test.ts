import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runProgram, type RunOptions } from "../../process/run-program.ts";
import { openScope, type ProcessScope } from "../../process/scope.ts";
import { isUnusable, type Prepared, type Sandbox, type SandboxSpec } from "../driver.ts";
import { attackNetwork } from "../network-attacks.fixture.ts";
import { runInsideWith } from "../run-inside.fixture.ts";
import { podmanDriver } from "./container.ts";
import { writeSystemCallProgram } from "../system-call.fixture.ts";
import { makeTestImage, testImage } from "./image.fixture.ts";

const spec: SandboxSpec = {
  network: "none",
  image: testImage,
  read: [],
  checks: { network: "none", read: [] },
  limits: { memoryBytes: 256 * 1024 ** 2, cpuPercent: 100, pids: 100, diskBytes: null },
  install: false,
};

const runId = `podman-test-${process.pid}`;
const root = realpathSync(mkdtempSync(join(tmpdir(), "axis-podman-")));
const folders = {
  work: join(root, "work"),
  home: join(root, "home"),
  tmp: join(root, "tmp"),
  shared: join(root, "shared"),
};
let prepared: Prepared;
let sandbox: Sandbox;
let scope: ProcessScope;

beforeAll(async () => {
  makeTestImage();
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const answer = await podmanDriver.prepare(spec);
  if (isUnusable(answer)) throw new Error(`${answer.missing}. ${answer.fix}`);
  prepared = answer;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeEach(async () => {
  const run = { runId, folders, read: [], path: "", hidden: [], forwards: { agent: [], checks: [] } };
  sandbox = await podmanDriver.open(prepared, run);
  scope = await openScope({ runId, home: folders.home });
});
afterEach(async () => {
  await scope.end();
  await sandbox[Symbol.asyncDispose]();
});

const env = { HOME: folders.home, PATH: process.env["PATH"] ?? "", SECRET_NUMBER: "42" };

function startNode(script: string, options: Partial<RunOptions> = {}): RunOptions {
  return {
    ...sandbox.wrap({ program: "node", args: ["-e", script], cwd: folders.work, env, ...options }, "agent"),
    ...pick(options),
  };
}

const pick = ({ stdin, timeoutMs, onStderr }: Partial<RunOptions>) => ({
  ...(stdin === undefined ? {} : { stdin }),
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
  ...(onStderr === undefined ? {} : { onStderr }),
});

async function runNode(script: string, options: Partial<RunOptions> = {}): Promise<unknown> {
  const { exit, stdout } = await runProgram(scope, startNode(script, options));
  if (exit.code !== 0) throw new Error(`${exit.code} ${exit.signal} ${exit.spawnError}: ${exit.stderr}`);
  return JSON.parse(stdout) as unknown;
}

const listContainers = () =>
  execFileSync("podman", ["ps", "-aq", "--filter", `label=axis.run=${runId}`], { encoding: "utf8" }).trim();

test("podman answers, and says what it limits", async () => {
  expect(await podmanDriver.probe()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+/),
    network: new Set(["host", "open", "list", "none"]),
    limits: { memory: "kernel", cpu: "kernel", pids: "kernel", disk: "watched" },
    limitedBy: "podman",
  });
  expect(prepared.imageDigest).toMatch(/^sha256:[\da-f]{64}$/);
});

test("an image that is missing, or none at all, is a problem with a way to fix it", async () => {
  expect(await podmanDriver.prepare({ ...spec, image: "localhost/axis-missing:1" })).toEqual({
    missing: "image localhost/axis-missing:1 is not on this machine",
    fix: "Run: podman pull localhost/axis-missing:1",
  });
  expect(await podmanDriver.prepare({ ...spec, image: null })).toMatchObject({ missing: "podman needs an image" });
});

test("a run in podman reaches what its policy allows, and nothing else", async () => {
  const { found, expected } = await attackNetwork(runInsideWith(podmanDriver, testImage));
  expect(found).toEqual(expected);
});

describe("a program", () => {
  test("is an ordinary user with the run's folders and variables", async () => {
    const script = `
      const fs = require("node:fs");
      fs.writeFileSync("made", "inside");
      fs.writeFileSync("/tmp/shared", "tmp");
      console.log(JSON.stringify({
        user: require("node:os").userInfo().username, uid: process.getuid(), cwd: process.cwd(), home: process.env.HOME,
        secret: process.env.SECRET_NUMBER, run: process.env.AXIS_RUN_ID, temporary: fs.readFileSync("/var/tmp/shared", "utf8"),
      }));`;
    expect(await runNode(script)).toEqual({
      user: "axis",
      uid: 1000,
      cwd: folders.work,
      home: folders.home,
      secret: "42",
      run: runId,
      temporary: "tmp",
    });
    expect(readFileSync(join(folders.work, "made"), "utf8")).toBe("inside");
    expect(statSync(join(folders.work, "made")).uid).toBe(process.getuid?.());
    expect(readFileSync(join(folders.shared, "shared"), "utf8")).toBe("tmp");
  });

  test("sees nothing else of the machine, and can change nothing", async () => {
    const canary = join(root, "canary");
    writeFileSync(canary, "");
    const script = `
      const fs = require("node:fs");
      const attempt = (act) => { try { act(); return "done"; } catch (error) { return error.code; } };
      console.log(JSON.stringify({
        canary: attempt(() => fs.readFileSync(${JSON.stringify(canary)})),
        shadow: attempt(() => fs.readFileSync("/etc/shadow")),
        image: attempt(() => fs.writeFileSync("/bin/new", "")),
        kernel: attempt(() => fs.writeFileSync("/proc/sys/kernel/core_pattern", "core")),
        supervisor: attempt(() => fs.writeFileSync("/run/axis/inside.mjs", "")),
        processes: fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name)).length < 10,
        environment: fs.readFileSync("/proc/1/environ", "utf8").includes(${JSON.stringify(process.env["HOME"] ?? "/root")} + "\\0"),
        status: fs.readFileSync("/proc/self/status", "utf8").match(/(?:CapEff|NoNewPrivs|Seccomp):\\s*\\S+/g),
      }));`;
    expect(await runNode(script)).toEqual({
      canary: "ENOENT",
      shadow: "ENOENT",
      image: "EROFS",
      kernel: expect.stringMatching(/EROFS|EACCES/),
      supervisor: expect.stringMatching(/EROFS|EACCES/),
      processes: true,
      environment: false,
      status: ["CapEff:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"],
    });
  });

  test("reads its input and ends with its own exit code or signal", async () => {
    const echo = await runProgram(scope, startNode("process.stdin.pipe(process.stdout)", { stdin: "hello" }));
    expect(echo).toMatchObject({ exit: { code: 0, signal: null }, stdout: "hello" });
    expect((await runProgram(scope, startNode("process.exit(7)"))).exit).toMatchObject({ code: 7, signal: null });
    const killed = await runProgram(scope, startNode('process.kill(process.pid, "SIGKILL")'));
    expect(killed.exit).toMatchObject({ code: null, signal: "SIGKILL" });
    expect(listContainers()).toBe("");
  });

  test("can be a line for the image's shell", async () => {
    const start = sandbox.wrap(
      { program: 'echo "$0 $SECRET_NUMBER"; exit 3', args: [], shell: true, cwd: folders.work, env },
      "check",
    );
    expect(await runProgram(scope, start)).toMatchObject({ exit: { code: 3 }, stdout: "/bin/sh 42\n" });
  });

  test("that the image lacks comes from the machine", async () => {
    const folder = join(root, "tool", "bin");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "axis-tool"), '#!/bin/sh\necho "from outside: $1"\n', { mode: 0o755 });
    const toolEnv = { ...env, PATH: folder };
    const start = sandbox.wrap({ program: "axis-tool", args: ["x"], cwd: folders.work, env: toolEnv }, "agent");
    expect(await runProgram(scope, start)).toMatchObject({ exit: { code: 0 }, stdout: "from outside: x\n" });
  });

  test("that exists nowhere is reported as usual", async () => {
    const start = sandbox.wrap({ program: "axis-missing", args: [], cwd: folders.work, env }, "agent");
    expect((await runProgram(scope, start)).exit.spawnError).toBe("ENOENT");
  });

  test("leaves processes that are counted and ended", async () => {
    const script =
      'require("node:child_process").spawn("node", ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" }).unref();console.log(1)';
    await runNode(script);
    expect(sandbox.takeOrphans()).toBe(1);
    expect(await scope.end()).toBe(0);
    expect(sandbox.takeOrphans()).toBe(0);
    expect(listContainers()).toBe("");
  });
});

describe("limits", () => {
  test("memory is limited and measured in the container's own group", async () => {
    const { exit } = await runProgram(scope, startNode("const a = []; for (;;) a.push(Buffer.alloc(8e6, 1))"));
    expect(exit).toMatchObject({ code: null, signal: "SIGKILL" });
    const usage = sandbox.usage();
    expect(usage).toMatchObject({ limitBytes: 256 * 1024 ** 2, outOfMemory: 1 });
    expect(usage?.peakBytes).toBeGreaterThan(200 * 1024 ** 2);
  });

  test("processes are limited", async () => {
    const script = `
      const { spawn } = require("node:child_process");
      let failed = 0, pending = 150;
      const finish = () => { if (--pending === 0) { console.log(failed > 20); process.exit(0); } };
      for (let n = 0; n < 150; n += 1) {
        const child = spawn("sh", ["-c", "sleep 100 || read x"], { stdio: ["pipe", "ignore", "ignore"] });
        child.on("error", () => { failed += 1; finish(); }).on("spawn", finish);
      }`;
    expect(await runNode(script)).toBe(true);
  });
});

describe("the end", () => {
  test("is asked for first: a program may finish within the time of grace", async () => {
    const abort = new AbortController();
    const script = `
      process.on("SIGTERM", () => { require("node:fs").writeFileSync("finished", ""); process.exit(0); });
      process.stderr.write("ready"); setInterval(() => {}, 1000);`;
    const started = startNode(script, { onStderr: (text) => text.includes("ready") && abort.abort() });
    const { exit } = await runProgram(scope, { ...started, abort: abort.signal, graceMs: 20_000 });
    expect(exit.code).toBe(0);
    expect(existsSync(join(folders.work, "finished"))).toBe(true);
  });

  test("comes by force if the program ignores it, and the container is gone", async () => {
    const abort = new AbortController();
    const script = 'process.on("SIGTERM", () => {}); process.stderr.write("ready"); setInterval(() => {}, 1000);';
    const started = startNode(script, { onStderr: (text) => text.includes("ready") && abort.abort() });
    const { exit } = await runProgram(scope, { ...started, abort: abort.signal, graceMs: 100 });
    expect(exit.signal).toBe("SIGKILL");
    await sandbox[Symbol.asyncDispose]();
    expect(listContainers()).toBe("");
  });

  test("comes to everything inside if AXIS hangs up", async () => {
    const child = scope.start(startNode('process.stderr.write("ready"); setInterval(() => {}, 1000);', {}));
    await expect.poll(listContainers).not.toBe("");
    await sandbox[Symbol.asyncDispose]();
    await child.exit;
    expect(listContainers()).toBe("");
  });

  test("comes to what a killed AXIS left, and to nothing else", async () => {
    const other = `${runId}-other`;
    const flags = [
      "--runtime",
      "runc",
      "run",
      "--rm",
      "--network",
      "none",
      "--ulimit",
      "nofile=1024:1024",
      "--ulimit",
      "nproc=1024:1024",
    ];
    const left = [runId, other].map((id) =>
      spawn("podman", [
        ...flags,
        "--label",
        `axis.run=${id}`,
        testImage,
        "/bin/node",
        "-e",
        "setInterval(() => {}, 1000); console.log(1)",
      ]),
    );
    await Promise.all(left.map((each) => once(each.stdout, "data")));
    expect(await podmanDriver.sweep([runId, "unknown"])).toBe(1);
    expect(listContainers()).toBe("");
    expect(await podmanDriver.sweep([other])).toBe(1);
    expect(await podmanDriver.sweep([other])).toBe(0);
  });
});

test("system calls that lead out of the container are refused, and others are not", async () => {
  const calls = [
    ["a socket to the hypervisor", "socket", [40, 1, 0], 97],
    ["a packet socket", "socket", [17, 3, 0], 97],
    ["a raw socket", "socket", [2, 3, 1], 1],
    ["a user namespace", "unshare", [0x1000_0000, 0, 0], 1],
    ["a keyring", "keyctl", [0, 0, 0], 1],
    ["io_uring", "io_uring_setup", [1, 0, 0], 1],
    ["a mount", "mount", [0, 0, 0], 1],
    ["a process with hidden flags", "clone3", [0, 0, 0], 38],
    // The first free descriptor is 3, and the program exits with its negative.
    ["an ordinary socket", "socket", [1, 1, 0], 253],
  ] as const;
  for (const [index, [, name, args]] of calls.entries())
    writeSystemCallProgram(join(folders.work, `call-${index}`), name, args);
  const program = calls.map((_, index) => `./call-${index}; echo $?`).join("\n");
  const start = sandbox.wrap({ program, args: [], shell: true, cwd: folders.work, env }, "agent");
  const { stdout } = await runProgram(scope, start);
  const codes = stdout.trim().split("\n").map(Number);
  expect(calls.map(([what], index) => [what, codes[index]])).toEqual(calls.map(([what, , , code]) => [what, code]));
});
