/** A temporary folder with a scope, and a view of the process table that shares no code with the code under test. */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findCgroupHome, probeHome } from "./cgroup-home.ts";
import { type Joiner, joiners } from "./shell.ts";
import { hasProcTable } from "./proc-table.ts";
import { type Child, type ProcessScope, type ScopeOptions, type StartOptions, openScope } from "./scope.ts";

let count = 0;
/** The grace period for processes that do end when asked: on a busy machine that takes them a while. */
const patientMs = 60_000;
/** The grace period for processes that will not end. */
export const shortGrace = { graceMs: 200 };
/** The joiner made for bash, called by its own name, because /bin/sh may be another shell here. */
const bashJoiner: Joiner = { become: "", ...joiners.at(-1), shell: "/bin/bash" };

export class ProcessFixture implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "axis-process-test-"));

  constructor(
    readonly runId: string,
    readonly scope: ProcessScope,
  ) {}

  get home(): string {
    return toFixtureHome(this.runId);
  }

  get env(): Record<string, string> {
    return { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };
  }

  /** Runs a shell line in the folder. */
  sh(program: string, options: Partial<StartOptions> = {}): Child {
    return this.scope.start({
      program,
      args: [],
      shell: true,
      cwd: this.folder,
      env: this.env,
      graceMs: patientMs,
      ...options,
    });
  }

  /** Runs a Node script. */
  node(script: string, options: Partial<StartOptions> = {}): Child {
    const program = process.execPath;
    return this.scope.start({
      program,
      args: ["-e", script],
      cwd: this.folder,
      env: this.env,
      graceMs: patientMs,
      ...options,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.scope.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Unique to one test: a scope that ends also ends every process with its home, even those of tests in other files. */
function toFixtureHome(runId: string): string {
  return `/nonexistent/home-${runId}`;
}

/** Opens a fixture for one test. */
export async function openProcessFixture(options: ScopeOptions = {}): Promise<ProcessFixture> {
  const runId = `test-${process.pid}-${++count}`;
  return new ProcessFixture(runId, await openScope({ runId, home: toFixtureHome(runId) }, options));
}

/** Lists each way this machine can track processes, and which processes it finds. */
export function listFixtureOptions(): { name: string; options: ScopeOptions; finds: "all" | "marked" | "group" }[] {
  const home = findCgroupHome();
  const version1 = probeHome("/sys/fs/cgroup/freezer");
  return [
    { name: "the best means", options: {}, finds: home ? "all" : hasProcTable() ? "marked" : "group" } as const,
    ...(home ? [{ name: "a group joined late", options: lateJoin(home.folder), finds: "marked" } as const] : []),
    ...(home && existsSync(bashJoiner.shell)
      ? [{ name: "a group joined by bash", options: bashJoin(home.folder), finds: "all" } as const]
      : []),
    ...(version1
      ? [{ name: "version 1", options: { means: "cgroup", cgroupHome: version1 }, finds: "all" } as const]
      : []),
    ...(hasProcTable() ? [{ name: "the marker", options: { means: "marker" }, finds: "marked" } as const] : []),
    { name: "the process group", options: { means: "group" }, finds: "group" } as const,
  ];
}

function lateJoin(folder: string): ScopeOptions {
  return { means: "cgroup", cgroupHome: { folder, joiner: null } };
}

function bashJoin(folder: string): ScopeOptions {
  return { means: "cgroup", cgroupHome: { folder, joiner: bashJoiner } };
}

/** Names of the programs that carry the marker of a run. */
export function listCarriers(runId: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readOrEmpty(`/proc/${pid}/environ`).split("\0").includes(`AXIS_RUN_ID=${runId}`))
    .map((pid) => readOrEmpty(`/proc/${pid}/comm`).trim());
}

/** Whether a process exists and is more than a zombie. */
export function isAlive(pid: number): boolean {
  return /^State:\t[^ZX]/m.test(readOrEmpty(`/proc/${pid}/status`));
}

/** Polls until the condition holds; a test that waits in vain ends through its own time limit. */
export async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}

export async function collectLines(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // A process that ended in the meantime has nothing to show.
    return "";
  }
}
