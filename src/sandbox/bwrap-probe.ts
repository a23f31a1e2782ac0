/** Finds out whether bubblewrap works here, by running it as a run would. */
import { mkdtempSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../process/find-program.ts";
import { findLimitMeans } from "../process/meter/limit-means.ts";
import { runProgram } from "../process/run-program.ts";
import { openScope } from "../process/scope.ts";
import { canLimitPidsInside } from "./bwrap-inner.ts";
import {
  type Capabilities,
  type NetworkMode,
  type Prepared,
  type Sandbox,
  type SandboxRun,
  type Unusable,
} from "./driver.ts";
import { hasSystemCallFilter } from "./seccomp.ts";

export interface UsableBwrap {
  /** Absolute. */
  readonly path: string;
  readonly capabilities: Capabilities;
  /** Whether processes must be limited inside, because no control group does it. */
  readonly limitsPidsInside: boolean;
}

type Open = (found: UsableBwrap, prepared: Prepared, run: SandboxRun) => Sandbox;

const timeoutMs = 3000;
const install =
  'Install bubblewrap 0.8 or later (apt-get install bubblewrap), or set "driver": "none" in settings.sandbox';

let answer: Promise<UsableBwrap | Unusable> | undefined;

/** Asked once per process. */
export function probeBwrap(open: Open): Promise<UsableBwrap | Unusable> {
  return (answer ??= probe(open));
}

async function probe(open: Open): Promise<UsableBwrap | Unusable> {
  if (process.platform !== "linux") return { missing: "bubblewrap needs Linux", fix: 'Set "driver": "none"' };
  if (!hasSystemCallFilter(process.arch))
    return { missing: `there is no system-call filter for ${process.arch}`, fix: 'Set "driver": "none"' };
  const path = await findProgram("bwrap", { PATH: process.env["PATH"] ?? "" }, "/");
  if (path === null) return { missing: "bwrap was not found on PATH", fix: install };
  const version = await readVersion(path);
  if (version === null) return { missing: `${path} --version does not answer`, fix: install };
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major === 0 && minor < 8) return { missing: `bubblewrap ${version} is too old`, fix: install };
  return probeNetworks(path, version, open);
}

/** Where a network namespace cannot be set up, as in some containers, files are still protected. */
async function probeNetworks(path: string, version: string, open: Open): Promise<UsableBwrap | Unusable> {
  const describe = (network: readonly NetworkMode[]) => describeBwrap({ path, version, network });
  const all = describe(["host", "open", "list", "none"]);
  if ((await tryBwrap(all, "none", open)) === null) return all;
  const problem = await tryBwrap(all, "host", open);
  return problem === null
    ? describe(["host"])
    : { missing: `bwrap does not work here: ${problem}`, fix: findFix(problem) };
}

function describeBwrap(given: { path: string; version: string; network: readonly NetworkMode[] }): UsableBwrap {
  const { by, memory, cpu, pids } = findLimitMeans();
  const limitsPidsInside = pids === "no" && canLimitPidsInside();
  return {
    path: given.path,
    limitsPidsInside,
    capabilities: {
      version: given.version,
      network: new Set(given.network),
      limits: { memory, cpu, pids: limitsPidsInside ? "kernel" : pids, disk: "watched" },
      limitedBy: by,
    },
  };
}

function findFix(problem: string): string {
  if (/uid map|user namespace|Permission denied|Operation not permitted/i.test(problem))
    return 'Allow user namespaces for bwrap (on Ubuntu 23.10 or later: load its AppArmor profile), or set "driver": "none" in settings.sandbox';
  return install;
}

async function readVersion(path: string): Promise<string | null> {
  await using scope = await openScope({ runId: "", home: "/" });
  const { stdout } = await runProgram(scope, { program: path, args: ["--version"], cwd: "/", env: {}, timeoutMs });
  return /(\d+\.\d+(?:\.\d+)?)/.exec(stdout)?.[1] ?? null;
}

/** Writes, connects to a socket, and must neither see a file outside nor write to the system. */
const script = `
const fs = require("node:fs");
const [canary, socket] = process.argv.slice(1);
const isRefused = (act) => { try { act(); return false; } catch { return true; } };
fs.writeFileSync("written", "");
if (!isRefused(() => fs.readFileSync(canary))) throw new Error("a file outside can be read");
if (!isRefused(() => fs.writeFileSync("/usr/axis-probe", ""))) throw new Error("/usr can be written");
if (!isRefused(() => fs.writeFileSync("/proc/sys/kernel/core_pattern", "core"))) throw new Error("/proc/sys can be written");
const connection = require("node:net").connect(socket, () => connection.destroy());
connection.on("error", (error) => { throw error; });
`;

/** Returns what is wrong, quoting the tool; null if everything is as it must be. */
async function tryBwrap(found: UsableBwrap, network: "none" | "host", open: Open): Promise<string | null> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "axis-probe-")));
  const [work, home, tmp, shared] = ["work", "home", "tmp", "shared"].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [work, home, tmp, shared]) mkdirSync(folder);
  const canary = join(root, "canary");
  writeFileSync(canary, "");
  const socket = join(root, "socket");
  const server = createServer().listen(socket);
  const limits = { memoryBytes: 0, cpuPercent: null, pids: null, diskBytes: null };
  const spec = { network, image: null, read: [], checks: { network, read: [] }, limits, install: false } as const;
  const forwards = { agent: [], checks: [] };
  try {
    await using sandbox = open(
      found,
      { spec, version: found.capabilities.version },
      { runId: "", folders: { work, home, tmp, shared }, read: [socket], path: "", hidden: [], forwards },
    );
    await using scope = await openScope({ runId: "", home });
    const start = { program: process.execPath, args: ["-e", script, canary, socket], cwd: work, env: { HOME: home } };
    const { exit, timedOut } = await runProgram(scope, { ...sandbox.wrap(start, "check"), timeoutMs });
    if (timedOut) return `it did not end within ${timeoutMs / 1000} s`;
    return exit.code === 0
      ? null
      : (exit.stderr.trim().split("\n").at(-1) ?? "") || (exit.spawnError ?? `exit code ${exit.code}`);
  } finally {
    server.close();
    rmSync(root, { recursive: true, force: true });
  }
}
