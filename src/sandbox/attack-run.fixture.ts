/**
 * A program that opens a sandbox the way a run does and attacks the machine from inside. It prints what each attack
 * achieved as JSON. Tests bundle and start it, so that it can run as another user.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runProgram } from "../process/run-program.ts";
import { openScope, type StartOptions } from "../process/scope.ts";
import { isUnusable, type Sandbox, type SandboxRole, type SandboxSpec } from "./driver.ts";
import { drivers } from "./drivers.ts";

/** What programs inside print must not contain it. */
const secret = "the-operators-secret";
process.env["AXIS_TEST_CANARY"] = secret;

const root = realpathSync(mkdtempSync(join(tmpdir(), "axis-attack-")));
const places = { home: join(root, "operator"), config: join(root, "project"), other: join(root, "axis-other-run") };
const canaries = Object.values(places).map((folder) => join(folder, "canary.txt"));
const run = join(root, "axis-run");
const folders = {
  work: join(run, "work"),
  home: join(run, "home"),
  tmp: join(run, "tmp"),
  shared: join(run, "shared"),
};
for (const folder of [...Object.values(places), run, ...Object.values(folders)]) mkdirSync(folder);
for (const canary of canaries) writeFileSync(canary, secret);

async function openSandbox(name: string, spec: Partial<SandboxSpec> = {}): Promise<Sandbox> {
  const driver = drivers[name as "bwrap"];
  if (driver === undefined) throw new Error(`unknown driver ${name}`);
  const prepared = await driver.prepare({
    network: "host",
    image: process.env["AXIS_TEST_IMAGE"] ?? null,
    read: [],
    checks: { network: "none", read: [] },
    limits: { memoryBytes: 2 * 1024 ** 3, cpuPercent: null, pids: 64, diskBytes: null },
    install: false,
    ...spec,
  });
  if (isUnusable(prepared)) throw new Error(`${prepared.missing}. ${prepared.fix}`);
  return driver.open(prepared, {
    runId: "attacked",
    folders,
    read: [],
    path: "/usr/bin:/bin",
    hidden: [...Object.values(places), root],
    forwards: { agent: [], checks: [] },
  });
}

const env = { PATH: "/usr/bin:/bin", HOME: folders.home, TMPDIR: folders.tmp };

/** Runs JavaScript inside. */
async function attack(sandbox: Sandbox, script: string, role: SandboxRole = "agent"): Promise<string> {
  const limits = { memoryBytes: 2 * 1024 ** 3, cpuPercent: null, pids: 64 };
  await using scope = await openScope({ runId: "attacked", home: folders.home }, { limits });
  const start: StartOptions = { program: process.execPath, args: ["-e", script], cwd: folders.work, env };
  const { exit, stdout } = await runProgram(scope, sandbox.wrap(start, role));
  return exit.code === 0 ? stdout.trim() : `exit ${exit.code ?? exit.signal ?? exit.spawnError}: ${exit.stderr.trim()}`;
}

/** Helpers for scripts: every attack returns the error that stopped it, or "done". */
const prelude = `
const fs = require("node:fs"); const { execFileSync, spawnSync } = require("node:child_process");
const attempt = (act) => { try { const got = act(); return got === undefined ? "done" : String(got); } catch (error) { return error.code ?? error.message; } };
const perl = (line) => { const { stdout, stderr } = spawnSync("perl", ["-e", line]); return String(stdout) || String(stderr); };
const call = (number, ...values) => perl("my $x = chr(0) x 4096; my $r = syscall(" + [number, ...values].join(", ") + "); print $r == -1 ? 0+$! : 'done';");
`;
const isArm = process.arch === "arm64";
const number = {
  mount: isArm ? 40 : 165,
  unshare: isArm ? 97 : 272,
  keyctl: isArm ? 219 : 250,
  bpf: isArm ? 280 : 321,
  setns: isArm ? 268 : 308,
};

const scripts: Readonly<Record<string, string>> = {
  "the operator's home, config directory and other runs": `${JSON.stringify(canaries)}.map((file) => attempt(() => fs.readFileSync(file))).join()`,
  "/etc/shadow": `attempt(() => fs.readFileSync("/etc/shadow"))`,
  "the environment of AXIS": `["/proc/1/environ", "/proc/self/environ"].map((file) => attempt(() => fs.readFileSync(file).includes(${JSON.stringify(secret)}))).join()`,
  "processes of the host": `fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name)).length < 8`,
  "a signal to AXIS": `attempt(() => process.kill(${process.pid}, 9))`,
  "a file outside": `attempt(() => fs.writeFileSync(${JSON.stringify(canaries[0])}, "changed"))`,
  "a file outside by a link": `fs.symlinkSync(${JSON.stringify(canaries[1])}, "link"), attempt(() => fs.writeFileSync("link", "changed"))`,
  "a file outside by ..": `attempt(() => fs.writeFileSync("../../operator/canary.txt", "changed"))`,
  "the system": `["/usr/bin/axis-attack", "/etc/passwd", "/axis-attack"].map((file) => attempt(() => fs.writeFileSync(file, ""))).join()`,
  core_pattern: `attempt(() => fs.writeFileSync("/proc/sys/kernel/core_pattern", "|/bin/false"))`,
  privileges: `/CapEff:\\t0+\\n/.test(fs.readFileSync("/proc/self/status", "utf8")) && /NoNewPrivs:\\t1/.test(fs.readFileSync("/proc/self/status", "utf8"))`,
  mount: `call(${number.mount}, "$x", "$x", "$x", 0, 0)`,
  unshare: `call(${number.unshare}, 0x10000000)`,
  setns: `call(${number.setns}, 0, 0)`,
  keyctl: `call(${number.keyctl}, 0, -3, 0)`,
  bpf: `call(${number.bpf}, 0, "$x", 8)`,
  io_uring: `call(425, 8, "$x")`,
  "typing into a terminal": `perl("my $c = 'x'; print ioctl(STDIN, 0x5412, $c) ? 'done' : 0+$!;")`,
  vsock: `perl("use Socket; print socket(my $s, 40, SOCK_STREAM, 0) ? 'done' : 0+$!;")`,
  "a packet socket": `perl("use Socket; print socket(my $s, 17, SOCK_RAW, 0) ? 'done' : 0+$!;")`,
  "a raw socket": `perl("use Socket; print socket(my $s, AF_INET, SOCK_RAW, 1) ? 'done' : 0+$!;")`,
  "its own folders": `["a", process.env.HOME + "/a", process.env.TMPDIR + "/a", "/tmp/a", "/var/tmp/b", "/dev/shm/a"].map((file) => attempt(() => fs.writeFileSync(file, ""))).join()`,
  "its own user": `attempt(() => require("node:os").userInfo().username + " " + process.getuid())`,
};

const results: Record<string, unknown> = {};

async function attackFiles(driver: string): Promise<void> {
  await using sandbox = await openSandbox(driver);
  const lines = Object.entries(scripts).map(
    ([name, script]) => `[${JSON.stringify(name)}, attempt(() => (${script}))]`,
  );
  const said = await attack(sandbox, `${prelude} console.log(JSON.stringify([${lines.join(",\n")}]));`);
  try {
    Object.assign(results, Object.fromEntries(JSON.parse(said) as [string, string][]));
  } catch {
    throw new Error(`the attacks could not run: ${said}`);
  }
  results["the host afterwards"] = canaries.every((file) => readFileSync(file, "utf8") === secret);
  // The folder that is /tmp survives; a link that the agent leaves there for the next start must lead nowhere.
  const entry = root.split("/")[2] ?? "";
  await attack(sandbox, `${prelude} attempt(() => { fs.rmSync("/tmp/${entry}", { recursive: true, force: true }); });`);
  rmSync(join(folders.shared, entry), { recursive: true, force: true });
  const { symlinkSync } = await import("node:fs");
  symlinkSync(`../../oldroot${places.home}`, join(folders.shared, entry));
  results["a link planted in /tmp"] = await attack(sandbox, `${prelude} console.log(fs.existsSync("/tmp/a"))`);
  results["the host after the link"] = readdirSync(places.home).join();
}

async function attackCheckNetwork(driver: string): Promise<void> {
  const server = createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const script = `require("node:net").connect(${port}, "127.0.0.1").on("error", (error) => console.log(error.code)).on("data", (data) => console.log(String(data)))`;
  await using sandbox = await openSandbox(driver);
  results["the network from the agent"] = await attack(sandbox, script);
  results["the network from a check"] = await attack(sandbox, script, "check");
  server.close();
}

/** A word in a command line, to find processes by from outside. */
function countProcesses(word: string): number {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0").includes(word);
    } catch {
      return false; // It has ended in the meantime.
    }
  }).length;
}

/** The kernel kills what is inside when its first process ends; the dead are listed for a moment longer. */
async function waitForNone(word: string): Promise<number> {
  for (let looks = 0; looks < 200 && countProcesses(word) > 0; looks += 1) await sleep(10);
  return countProcesses(word);
}

async function attackSurvival(driver: string): Promise<void> {
  await using sandbox = await openSandbox(driver);
  const word = `7${process.pid}.5`;
  await attack(
    sandbox,
    `const child = require("node:child_process").spawn("setsid", ["-f", "env", "-i", "/usr/bin/sleep", "${word}"], { stdio: "ignore" }); child.on("exit", () => {
      const seen = () => require("node:fs").readdirSync("/proc").filter((pid) => /^\\d+$/.test(pid)).some((pid) => { try { return require("node:fs").readFileSync("/proc/" + pid + "/cmdline", "latin1").includes("${word}"); } catch { return false; } });
      const wait = () => (seen() ? process.exit(0) : setTimeout(wait, 10)); wait(); });`,
  );
  results["a daemon without a marker"] = await waitForNone(word);
  results["orphans"] = sandbox.takeOrphans();
  results["grace"] = await endWhileRunning(
    sandbox,
    `process.on("SIGTERM", () => { require("node:fs").writeFileSync("told", ""); process.exit(0); });`,
  );
  results["SIGTERM ignored"] = await endWhileRunning(sandbox, `process.on("SIGTERM", () => {});`);
  const pids = await attack(
    sandbox,
    `const { spawn } = require("node:child_process"); let alive = 0, refused = 0;
    for (let i = 0; i < 120; i += 1) { const child = spawn("sleep", ["60"], { stdio: "ignore" }); if (child.pid === undefined) { refused += 1; child.on("error", () => {}); } else alive += 1; }
    console.log(JSON.stringify({ alive, refused })); process.exit(0);`,
  );
  results["a fork bomb"] = pids;
}

async function endWhileRunning(sandbox: Sandbox, script: string): Promise<string> {
  await using scope = await openScope({ runId: "attacked", home: folders.home });
  const ready = join(folders.work, "ready");
  rmSync(ready, { force: true });
  const args = ["-e", `${script} setInterval(() => {}, 1000); require("node:fs").writeFileSync("ready", "");`];
  const start = { program: process.execPath, args, cwd: folders.work, env, graceMs: 400 };
  const child = scope.start(sandbox.wrap(start, "agent"));
  while (!readdirSync(folders.work).includes("ready")) await sleep(10);
  const exit = await child.stop();
  return `${exit.code ?? exit.signal} ${readdirSync(folders.work).includes("told")}`;
}

/** The limit of memory is the scope's; where no control group can be written, there is none. */
async function attackMemory(driver: string): Promise<void> {
  await using sandbox = await openSandbox(driver);
  const limits = { memoryBytes: 200 * 1024 ** 2, cpuPercent: null, pids: 64 };
  await using scope = await openScope({ runId: "attacked", home: folders.home }, { limits });
  const args = ["-e", "const held = []; for (;;) held.push(Buffer.alloc(20 * 1024 * 1024, 1));"];
  const limited = sandbox.limits.memory === "kernel";
  if (!limited) return void (results["memory"] = "not limited here");
  const { exit } = await runProgram(
    scope,
    sandbox.wrap({ program: process.execPath, args, cwd: folders.work, env }, "agent"),
  );
  await scope.end();
  const used = sandbox.usage() ?? scope.usage();
  results["memory"] = `${exit.signal} ${(used?.outOfMemory ?? 0) > 0}`;
}

/** The supervisor is the parent of the agent; killing it ends everything, and not with a clean exit. */
async function attackSupervisor(driver: string): Promise<void> {
  const [{ driver: _, ...spec }] = [{ driver, network: ["example.com"] }];
  const socket = join(root, "proxy.sock");
  const server = createServer((inner) => inner.end("from outside")).listen(socket);
  const chosen = drivers[driver as "bwrap"];
  const prepared = await chosen?.prepare({
    ...spec,
    image: process.env["AXIS_TEST_IMAGE"] ?? null,
    read: [],
    checks: { network: "none", read: [] },
    limits: { memoryBytes: 2 * 1024 ** 3, cpuPercent: null, pids: 64, diskBytes: null },
    install: false,
  });
  if (chosen === undefined || prepared === undefined || isUnusable(prepared)) throw new Error("not prepared");
  const forwards = { agent: [{ port: 3128, socket }], checks: [] };
  const own = { runId: "attacked", folders, read: [], path: "/usr/bin", hidden: [root], forwards };
  await using sandbox = await chosen.open(prepared, own);
  const ask = `require("node:net").connect(3128, "127.0.0.1").on("data", (data) => console.log(process.env.HTTPS_PROXY + " " + data)).on("error", (error) => console.log(error.code))`;
  results["a port of the policy"] = await attack(sandbox, ask);
  results["the supervisor killed"] = await attack(
    sandbox,
    `process.kill(process.ppid, 9); setInterval(() => {}, 1000);`,
  );
  server.close();
}

/** Starts a program that never ends, says so, and waits to be killed. */
async function hang(driver: string, word: string): Promise<void> {
  const sandbox = await openSandbox(driver);
  const scope = await openScope({ runId: "attacked", home: folders.home });
  const args = ["-e", `require("node:fs").writeFileSync("ready", ""); setInterval(() => {}, 1000);`, word];
  scope.start(sandbox.wrap({ program: process.execPath, args, cwd: folders.work, env }, "agent"));
  while (!readdirSync(folders.work).includes("ready")) await sleep(10);
  process.stdout.write("running\n");
  await sleep(300_000);
}

const [mode = "", driver = "bwrap", word = ""] = process.argv.slice(2);
if (mode === "hang") await hang(driver, word);
else {
  try {
    await attackFiles(driver);
    await attackCheckNetwork(driver);
    await attackSurvival(driver);
    await attackMemory(driver);
    await attackSupervisor(driver);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  process.stdout.write(JSON.stringify(results));
}
