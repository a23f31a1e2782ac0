/** The processes of one job: started here, ended here, all of them, also those that tried to get away. */
import { type CgroupHome, cgroupHome } from "./cgroup-home.ts";
import { type Child, type StartOptions, absentChild } from "./child.ts";
import { joiningCommand, resolveCommand } from "./command.ts";
import { defaultGraceMs, endPack } from "./ending.ts";
import { Fence, type Means, type ScopeMarker, availableMeans, standingFences } from "./fence.ts";
import { startChild } from "./running-child.ts";

export type { Child, StartOptions } from "./child.ts";
export type { Means, ScopeMarker } from "./fence.ts";

export interface ProcessScope extends AsyncDisposable {
  /** A program that cannot start, or a scope that has ended, gives a child whose exit says so. */
  start(options: StartOptions): Child;
  /** Ends every process of the job; returns how many had outlived the processes started here. */
  end(): Promise<number>;
  /** What it relies on to find them. */
  readonly means: Means;
}

/** For tests: a weaker means than the best, or control groups in a given place. */
export interface ScopeOptions {
  readonly means?: Means;
  readonly cgroupHome?: CgroupHome;
}

/** Opens a scope. Nothing is asked of the system before the first process starts. */
export async function openScope(marker: ScopeMarker, options: ScopeOptions = {}): Promise<ProcessScope> {
  return new Scope(marker, options);
}

class Scope implements ProcessScope {
  readonly #marker: ScopeMarker;
  readonly #options: ScopeOptions;
  readonly #children = new Set<Child>();
  #fence: Fence | undefined;
  #graceMs = 0;
  #ending: Promise<number> | undefined;

  constructor(marker: ScopeMarker, options: ScopeOptions) {
    this.#marker = marker;
    this.#options = options;
  }

  get means(): Means {
    return this.#options.means ?? availableMeans();
  }

  start(options: StartOptions): Child {
    if (this.#ending !== undefined || options.abort?.aborted) return absentChild({ signal: "SIGTERM" });
    const env = { ...options.env, AXIS_RUN_ID: this.#marker.runId };
    const command = resolveCommand({ ...options, env });
    if ("error" in command) return absentChild({ spawnError: command.error });
    const fence = (this.#fence ??= this.#raiseFence());
    if (fence.isShut) return absentChild({ signal: "SIGTERM" });
    this.#graceMs = Math.max(this.#graceMs, options.graceMs ?? defaultGraceMs);
    const { cgroup, joiner } = fence;
    const joining = cgroup && joiner ? joiningCommand(command, joiner, cgroup.entrance) : command;
    return this.#keep(startChild(joining, options, fence));
  }

  end(): Promise<number> {
    this.#ending ??= this.#endAll();
    return this.#ending;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  #raiseFence(): Fence {
    const { means } = this;
    return new Fence(this.#marker, means, means === "cgroup" ? (this.#options.cgroupHome ?? cgroupHome()) : null);
  }

  #keep(child: Child): Child {
    this.#children.add(child);
    void child.exit.then(() => this.#children.delete(child));
    return child;
  }

  async #endAll(): Promise<number> {
    if (this.#fence === undefined) return 0;
    const exits = [...this.#children].map((child) => child.stop());
    const outlived = await endPack(this.#fence, this.#graceMs);
    // A process that even SIGKILL did not end has no exit to wait for.
    if (this.#fence.running === 0) await Promise.all(exits);
    standingFences.delete(this.#fence);
    return outlived;
  }
}
