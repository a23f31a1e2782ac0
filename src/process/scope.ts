/** The processes of one job: started here and ended here, including those that tried to escape. */
import { type CgroupHome, findCgroupHome } from "./cgroup-home.ts";
import { type Child, type StartOptions, createAbsentChild } from "./child.ts";
import { wrapWithJoiner, resolveCommand } from "./command.ts";
import { defaultGraceMs, endProcesses } from "./end-processes.ts";
import { ProcessTracker, type TrackingMeans, type ScopeMarker, findBestMeans, openTrackers } from "./process-tracker.ts";
import { wrapWithSupervisor } from "./supervisor.ts";
import { type MeterReading, sampleEveryMs, type UsageLimits } from "./meter/meter.ts";
import { startChild } from "./running-child.ts";

export type { Child, StartOptions } from "./child.ts";
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
