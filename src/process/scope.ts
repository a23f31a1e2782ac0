/** The processes of one job: started here and ended here, including those that tried to escape. */
import { spawnSync } from "node:child_process";
import { type CgroupHome, findCgroupHome } from "./cgroup-home.ts";
import { type Command, resolveCommand, wrapWithJoiner } from "./command.ts";
import { defaultGraceMs, endProcesses } from "./end-processes.ts";
import { toLimitLine, toLimitMark } from "./limit-mark.ts";
import { type MeterReading, sampleEveryMs, type UsageLimits } from "./meter/meter.ts";
import {
  findBestMeans,
  openTrackers,
  ProcessTracker,
  type ScopeMarker,
  type TrackingMeans,
} from "./process-tracker.ts";
import { type Child, createAbsentChild, startChild, type StartOptions } from "./running-child.ts";
import { areNamesSafe } from "./shell.ts";

/** Shells between AXIS and a program that may kill its parent: they wait for the program and end the same way it did. */
interface Supervisor {
  readonly shell: string;
  /** How the shell starts the program. */
  readonly start: string;
  /** Without it, this shell does not report that a program was killed. */
  readonly first?: string;
}

/** Tried in this order; a probe finds out which one leaves an environment unchanged and reports the program's end. */
const supervisors: readonly Supervisor[] = [
  { shell: "/bin/dash", start: '"$@"' },
  { shell: "/bin/sh", start: '"$@"' },
  // If /bin/sh is bash.
  { shell: "/bin/sh", start: '/usr/bin/env -u SHLVL -u _ "$@"', first: "set +o posix" },
];

/** Signals that end the program's group must not end the shell before the program, so it traps and ignores them. */
const trapSignals = "trap : HUP INT QUIT TERM";

/**
 * A shell reports the same number for a program that exits with 137 and for one that is killed, but prints a message only
 * for the second ("Killed"). So one shell waits for the program and prints that message, then "=" and the number; the
 * other reads it and ends the way the program did: it exits, or takes the signal itself. For SIGINT and SIGPIPE no shell
 * prints a message; they become the exit codes 130 and 141. If the waiting shell is killed, nothing is printed.
 */
function toSupervisorScript(keeper: Supervisor, runId: string): string {
  return [
    toLimitLine(toLimitMark(runId)),
    trapSignals,
    "exec 3>&1 4>&2 2>/dev/null",
    `set -- "$(exec ${keeper.shell} -c '${toWaitScript(keeper)}' sh "$@" 2>&1)"`,
    "trap - HUP INT QUIT TERM",
    'case "$1" in',
    '"") kill -KILL "$$" ;;',
    '[!=]*) kill -"$((${1##*=} - 128))" "$$" ;;',
    "esac",
    'exit "${1##*=}"',
  ].join("\n");
}

function toWaitScript({ start, first = ":" }: Supervisor): string {
  return [first, "unset PWD OLDPWD SHLVL", trapSignals, `(exec >&3 2>&4 3>&- 4>&-; exec ${start})`, 'echo "=$?"'].join(
    "\n",
  );
}

/** Wraps the command in a supervisor; unchanged if that would alter its environment or no supervisor works. */
export function wrapWithSupervisor(command: Command, keeper: Supervisor | null = findSupervisor()): Command {
  if (keeper === null || !areNamesSafe(Object.keys(command.env))) return command;
  // env takes a program whose path holds "=" for a variable.
  if (keeper.start.includes("env") && command.file.includes("=")) return command;
  const script = toSupervisorScript(keeper, command.env["AXIS_RUN_ID"] ?? "");
  return { ...command, file: keeper.shell, args: ["-c", script, "sh", command.file, ...command.args] };
}

let cachedSupervisor: Supervisor | null | undefined;

function findSupervisor(): Supervisor | null {
  // Probed once, even if no supervisor works.
  if (cachedSupervisor === undefined)
    cachedSupervisor = process.platform === "win32" ? null : (supervisors.find(isExact) ?? null);
  return cachedSupervisor;
}

/** Whether a program started through it has exactly the environment it was given and is reported as killed when it was. */
function isExact(keeper: Supervisor): boolean {
  const probe = (...program: string[]) => {
    const args = ["-c", toSupervisorScript(keeper, "probe"), "sh", ...program];
    return spawnSync(keeper.shell, args, { cwd: "/", env: { AXIS_PROBE: "1" }, encoding: "latin1", timeout: 5000 });
  };
  return probe("/usr/bin/env").stdout === "AXIS_PROBE=1\n" && probe("/bin/sh", "-c", "kill -9 $$").signal === "SIGKILL";
}

export type { Child, ProcessEnd, StartOptions } from "./running-child.ts";
export type { TrackingMeans, ScopeMarker } from "./process-tracker.ts";

export interface ProcessScope extends AsyncDisposable {
  /** If a program cannot start, or the scope has ended, the child's exit says so. */
  start(options: StartOptions): Child;
  /** Ends every process of the job; returns how many outlived the processes started here. */
  end(): Promise<number>;
  /** How the scope finds its processes. */
  readonly means: TrackingMeans;
  /** What its processes have used so far; null if it was not requested, nothing was started, or the system does not report it. */
  usage(): MeterReading | null;
}

export interface ScopeOptions {
  /** Meters the processes, and enforces these limits where the system can. */
  readonly limits?: UsageLimits;
  /** For tests: a weaker means than the best, or control groups in a given folder. */
  readonly means?: TrackingMeans;
  readonly cgroupHome?: CgroupHome;
}

/** Opens a scope. Nothing happens before the first process starts. */
export async function openScope(marker: ScopeMarker, options: ScopeOptions = {}): Promise<ProcessScope> {
  return new Scope(marker, options);
}

class Scope implements ProcessScope {
  readonly #marker: ScopeMarker;
  readonly #options: ScopeOptions;
  readonly #children = new Set<Child>();
  #tracker: ProcessTracker | undefined;
  #graceMs = 0;
  #ending: Promise<number> | undefined;
  #sampling: NodeJS.Timeout | undefined;
  #used: MeterReading | null = null;

  constructor(marker: ScopeMarker, options: ScopeOptions) {
    this.#marker = marker;
    this.#options = options;
  }

  get means(): TrackingMeans {
    return this.#options.means ?? findBestMeans();
  }

  start(options: StartOptions): Child {
    if (this.#ending !== undefined || options.abort?.aborted) return createAbsentChild({ signal: "SIGTERM" });
    const env = { ...options.env, AXIS_RUN_ID: this.#marker.runId };
    const resolved = resolveCommand({ ...options, env });
    if ("error" in resolved) return createAbsentChild({ spawnError: resolved.error });
    const command = options.kept ? wrapWithSupervisor(resolved) : resolved;
    const fence = (this.#tracker ??= this.#openTracker());
    if (fence.isClosed) return createAbsentChild({ signal: "SIGTERM" });
    if (options.kept) fence.distrust();
    this.#graceMs = Math.max(this.#graceMs, options.graceMs ?? defaultGraceMs);
    const { cgroup, joiner } = fence;
    const joining = cgroup && joiner ? wrapWithJoiner(command, joiner, fence.procsFiles) : command;
    const child = this.#track(startChild(joining, options, fence));
    this.#startSampling(fence);
    return child;
  }

  usage(): MeterReading | null {
    return this.#used ?? this.#tracker?.meter?.read() ?? null;
  }

  end(): Promise<number> {
    this.#ending ??= this.#endAll();
    return this.#ending;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  #openTracker(): ProcessTracker {
    const { means } = this;
    const home = means === "cgroup" ? (this.#options.cgroupHome ?? findCgroupHome()) : null;
    return new ProcessTracker(this.#marker, { means, home, limits: this.#options.limits });
  }

  #startSampling({ meter }: ProcessTracker): void {
    if (meter === null || this.#sampling !== undefined) return;
    meter.sample();
    this.#sampling = setInterval(() => meter.sample(), sampleEveryMs).unref();
  }

  /** Takes the last reading before the groups that provide it are removed. */
  #readUsage({ meter }: ProcessTracker): void {
    clearInterval(this.#sampling);
    meter?.sample();
    this.#used = meter?.read() ?? null;
  }

  #track(child: Child): Child {
    this.#children.add(child);
    void child.exit.then(() => this.#children.delete(child));
    return child;
  }

  async #endAll(): Promise<number> {
    if (this.#tracker === undefined) return 0;
    this.#readUsage(this.#tracker);
    const exits = [...this.#children].map((child) => child.stop());
    const outlived = await endProcesses(this.#tracker, this.#graceMs);
    // A process that even SIGKILL did not end has no exit to wait for.
    if (this.#tracker.running === 0) await Promise.all(exits);
    openTrackers.delete(this.#tracker);
    return outlived;
  }
}
