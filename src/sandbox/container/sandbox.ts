/** The containers of one run: one for each program that is started in it. */
import { lstatSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside } from "../../core/paths/inside.ts";
import { sendSignal } from "../../process/end-processes.ts";
import { locateProgram } from "../../process/find-program.ts";
import type { MeterReading } from "../../process/meter/meter.ts";
import type { ProcessEnd, StartOptions } from "../../process/scope.ts";
import { claimEntry } from "../bwrap.ts";
import { findSignal } from "../bwrap-status.ts";
import {
  insideFolder,
  proxyVariables,
  type Sandbox,
  type SandboxRole,
  type SandboxRun,
  type SandboxSpec,
  selectNetwork,
  supervisorName,
} from "../driver.ts";
import { listProgramPaths } from "../install-folders.ts";
import { type Mount, planMounts } from "../mounts.ts";
import { socketInside, supervisorArguments, supervisorFile } from "../supervisor.ts";
import { writeSystemFiles } from "../system-files.ts";
import { containerArguments } from "./arguments.ts";
import { ControlLine } from "./control.ts";
import { type Engine, engineEnvironment, isEngineVariable, removeContainers } from "./engine.ts";
import type { Image } from "./image.ts";
import { ContainerMeter, mergeReadings } from "./meter.ts";
import { buildSystemCallProfile } from "./system-call-profile.ts";

/** What all containers of a spec share. */
export interface ContainerBase {
  readonly engine: Engine;
  readonly image: Image;
  readonly spec: SandboxSpec;
}

/** A program as it is inside, and what must be mounted for it. */
interface InsideProgram {
  readonly path: string;
  readonly needs: readonly string[];
}

/** The engine's folders; what an image has there is not replaced. */
const imageFolders = /^\/(?:usr|bin|sbin|lib\w*|etc|opt)(?:\/|$)/;

/** As the first process, a shell collects what others leave; Node would not. */
const collectScript = '"$@"; exit $?';

let count = 0;

export class ContainerSandbox implements Sandbox {
  readonly limits: Sandbox["limits"];
  readonly #base: ContainerBase;
  readonly #run: SandboxRun;
  /** For files of AXIS that the inside sees or the engine reads; nothing inside can write there. */
  readonly #folder: string;
  readonly #filter: string | null;
  readonly #systemFiles: readonly Mount[];
  /** Names of containers that may still exist. */
  readonly #open = new Map<string, ControlLine>();
  readonly #meters = new Set<ContainerMeter>();
  #orphans = 0;

  constructor(base: ContainerBase, run: SandboxRun) {
    this.#base = base;
    this.#run = run;
    this.limits = base.engine.limits;
    this.#folder = mkdtempSync(join(dirname(run.folders.work), "sandbox-"));
    const profile = buildSystemCallProfile(process.arch);
    this.#filter = profile === null ? null : join(this.#folder, "filter.json");
    if (this.#filter !== null) writeFileSync(this.#filter, JSON.stringify(profile));
    this.#systemFiles = writeSystemFiles(this.#folder, run.folders.home).map((file) => ({ ...file, access: "read" }));
  }

  wrap(start: StartOptions, role: SandboxRole, folders?: readonly string[]): StartOptions {
    const { engine, spec } = this.#base;
    const program = this.#findProgram(start);
    // A program that exists neither in the image nor outside; process/ reports that.
    if (program === null) return start;
    const node = this.#findNode(start);
    const name = `axis-${process.pid}-${(count += 1)}-${this.#run.runId.replaceAll(/[^\w.-]/g, "_").slice(0, 80)}`;
    const forwards = this.#selectForwards(role);
    const { line, meter } = this.#openLine(name);
    const env = this.#buildEnvironment(start, role, program);
    const args = containerArguments({
      engine,
      image: spec.image ?? "",
      name,
      runId: this.#run.runId,
      sharesNetwork: selectNetwork(spec, role) === "host",
      limits: spec.limits,
      filter: this.#filter,
      mounts: [
        ...this.#planMounts({ start, role, folders, needs: [...node.needs, ...program.needs] }),
        ...this.#systemFiles,
        { path: `${insideFolder}/${supervisorName}`, source: supervisorFile, access: "read" },
        { path: controlInside, source: line.path, access: "write" },
        ...forwards.map(({ socket }, index) => ({
          path: socketInside(index),
          source: socket,
          access: "write" as const,
        })),
      ],
      env,
      hasInput: start.stdin !== undefined,
      cwd: start.cwd,
      command: this.#buildCommand(node, [
        ...supervisorArguments({ forwards, control: controlInside }),
        ...(start.shell === true ? [program.path, "-c", start.program] : [program.path, ...start.args]),
      ]),
    });
    return {
      ...start,
      shell: false,
      kept: false,
      // What the engine leaves running to watch the container is not the run's, so it must not carry its marker.
      program: "/usr/bin/env",
      args: ["-u", "AXIS_RUN_ID", engine.path, ...args],
      env: buildClientEnvironment(env),
      tellEnd: (pid) => {
        if (!line.hasStarted) sendSignal(-pid, "SIGTERM");
        line.tellEnd();
        return [pid, ...meter.listProcesses()];
      },
      readExit: (end, stderr) => this.#finish(name, end, stderr),
    };
  }

  takeOrphans(): number {
    const orphans = this.#orphans;
    this.#orphans = 0;
    return orphans;
  }

  usage(): MeterReading {
    const none = { peakBytes: null, throttledMs: null, outOfMemory: null };
    const unknown: MeterReading = { source: "proc", limitBytes: this.#base.spec.limits.memoryBytes, ...none };
    const readings = [...this.#meters].flatMap((meter) => meter.read() ?? []);
    return readings.length === 0 ? unknown : readings.reduce<MeterReading>(mergeReadings, readings[0] ?? unknown);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const left = [...this.#open.keys()];
    for (const line of this.#open.values()) line.close();
    for (const meter of this.#meters) meter.stop();
    await removeContainers(this.#base.engine, left);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #openLine(name: string): { line: ControlLine; meter: ContainerMeter } {
    const meter = new ContainerMeter(this.#base.engine, name, this.#base.spec.limits);
    this.#meters.add(meter);
    const line = new ControlLine(join(this.#folder, `control-${this.#meters.size}`), {
      onStart: () => void meter.start(),
      onEnd: () => meter.sample(),
    });
    this.#open.set(name, line);
    return { line, meter };
  }

  /** The engine's client has ended. If it was killed, the container still runs until its supervisor is left alone. */
  #finish(name: string, end: ProcessEnd, stderr: string): ProcessEnd {
    const line = this.#open.get(name);
    if (line === undefined) return end;
    this.#orphans += line.orphans ?? 0;
    line.close();
    if (end.code !== null) this.#open.delete(name);
    if (end.code === null || end.spawnError !== null) return end;
    if (!line.hasStarted) return { ...end, spawnError: describeStartFailure(stderr) };
    const signal = findSignal(end.code - 128);
    return signal === null ? end : { code: null, signal, spawnError: null };
  }

  #selectForwards(role: SandboxRole): SandboxRun["forwards"]["agent"] {
    if (selectNetwork(this.#base.spec, role) === "host") return [];
    return role === "check" || role === "gate" ? this.#run.forwards.checks : this.#run.forwards.agent;
  }

  /** Programs come from the image, else from the machine. */
  #findProgram(start: StartOptions): InsideProgram | null {
    const { programs } = this.#base.image;
    if (start.shell === true) return { path: programs.get("sh") ?? "/bin/sh", needs: [] };
    const found = locateProgram(start.program, start.env, start.cwd);
    const path = "path" in found ? found.path : null;
    const { work, home, tmp } = this.#run.folders;
    const isOwn = path !== null && [work, home, tmp, start.cwd].some((folder) => isInside(folder, path));
    if (isOwn) return { path, needs: [] };
    const inImage = programs.get(basename(start.program));
    if (inImage !== undefined) return { path: inImage, needs: [] };
    return path === null ? null : { path, needs: this.#listNeeds(path, start.env) };
  }

  #findNode(start: StartOptions): InsideProgram {
    const inImage = this.#base.image.programs.get("node");
    if (inImage !== undefined) return { path: inImage, needs: [] };
    return { path: process.execPath, needs: this.#listNeeds(process.execPath, start.env) };
  }

  /** Of a folder that the image has too, only the program. */
  #listNeeds(program: string, env: StartOptions["env"]): string[] {
    const folders = listProgramPaths(program, env, this.#run.hidden);
    return [...folders.filter((folder) => !imageFolders.test(folder) || folder.includes("/node_modules")), program];
  }

  #buildCommand(node: InsideProgram, args: readonly string[]): readonly [string, ...string[]] {
    const shell = this.#base.image.programs.get("sh");
    return shell === undefined ? [node.path, ...args] : [shell, "-c", collectScript, "sh", node.path, ...args];
  }

  /** PATH leads to the image's programs first. */
  #buildEnvironment(start: StartOptions, role: SandboxRole, program: InsideProgram): Record<string, string> {
    const path = [this.#base.image.path, ...(program.needs.length === 0 ? [] : [dirname(program.path)])].join(":");
    const network = selectNetwork(this.#base.spec, role);
    return { ...start.env, ...proxyVariables(network), PATH: path, AXIS_RUN_ID: this.#run.runId };
  }

  #planMounts(given: {
    readonly start: StartOptions;
    readonly role: SandboxRole;
    readonly folders: readonly string[] | undefined;
    readonly needs: readonly string[];
  }): readonly Mount[] {
    const { spec } = this.#base;
    const { folders, hidden } = this.#run;
    const write = given.folders ?? [folders.work, folders.home, folders.tmp];
    // A check has a temporary folder of its own.
    const shared = given.folders === undefined ? folders.shared : (given.start.env["TMPDIR"] ?? folders.shared);
    const isCheck = given.role === "check" || given.role === "gate";
    const more = this.#run.readMore?.[given.role] ?? [];
    const read = [...given.needs, ...this.#run.read, ...more, ...(isCheck ? spec.checks.read : spec.read)];
    const plan = planMounts({
      read: read.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined),
      write,
      // Nothing else of the machine is there to be hidden.
      hidden: hidden.filter((path) => read.some((folder) => isInside(folder, path))),
      shared,
    });
    for (const claim of plan.claims) claimEntry(join(shared, claim), `/tmp/${claim}`, plan.mounts);
    const mounts = plan.mounts.map((mount) => ({
      ...mount,
      source: mount.access === "hidden" ? mount.source : realpathSync(mount.source),
    }));
    return [...mounts, { path: "/var/tmp", source: realpathSync(shared), access: "write" }];
  }
}

const controlInside = `${insideFolder}/control`;

/** The engine's client has the run's variables only to pass them on, and its own to find its files. */
function buildClientEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const passedOn = Object.entries(env).filter(([name]) => !isEngineVariable(name));
  return { ...Object.fromEntries(passedOn), ...engineEnvironment() };
}

function describeStartFailure(stderr: string): string {
  const said = stderr.trim().split("\n").at(-1) ?? "";
  return `the container could not be started${said === "" ? "" : `: ${said}`}`;
}
