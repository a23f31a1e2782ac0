/** Tracks the processes of one scope so that all of them can be found: by control group, marker and process group. */
import { homedir, userInfo } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { type CgroupHome, findCgroupHome, newGroupName, openCgroup } from "./cgroup-home.ts";
import type { Cgroup } from "./cgroup.ts";
import { hasGroupSurvivors, type ProcessSet, sendSignal } from "./end-processes.ts";
import type { Joiner } from "./shell.ts";
import { toLimitMark } from "./limit-mark.ts";
import { type Meter, openMeter, type UsageLimits } from "./meter/meter.ts";
import {
  listChildren,
  hasProcTable,
  type ProcessMarks,
  readProcessState,
  readStartTicks,
  listProcessesInGroups,
  listMarkedProcesses,
} from "./proc-table.ts";

export interface ScopeMarker {
  /** Set as AXIS_RUN_ID in the environment of every process of the job. */
  readonly runId: string;
  /** HOME of every process of the job. */
  readonly home: string;
  /** A folder where only processes of the job work while it runs. */
  readonly folder?: string;
}

export type TrackingMeans = "cgroup" | "marker" | "group";

/** The trackers that may have processes, for ending everything at once. */
export const openTrackers = new Set<ProcessTracker>();

export class ProcessTracker implements ProcessSet {
  readonly cgroup: Cgroup | null;
  readonly joiner: Joiner | null;
  readonly meter: Meter | null;
  readonly #marks: ProcessMarks | null;
  readonly #folder: string | undefined;
  /** A control group proves that no process is left only if each process was in it from the start, and none would leave. */
  #provesEmptiness: boolean;
  #firstTicks: number | null = null;
  #isClosed = false;
  readonly #running = new Set<number>();
  /** Groups whose leader has exited but that still had processes then. */
  readonly #leaderless = new Set<number>();
  /** Processes that were asked to end one by one, inside a sandbox. */
  readonly #told = new Set<number>();
  /** Groups that were killed while their leader was alive. */
  readonly #killedGroups = new Set<number>();

  constructor(
    marker: ScopeMarker,
    { means, home, limits }: { means: TrackingMeans; home: CgroupHome | null; limits?: UsageLimits | undefined },
  ) {
    this.cgroup = means === "cgroup" && home !== null ? openCgroup(home, marker.runId) : null;
    this.joiner = this.cgroup === null ? null : (home?.joiner ?? null);
    this.#provesEmptiness = this.cgroup !== null;
    this.#marks = means !== "group" && hasProcTable() ? toProcessMarks(marker) : null;
    this.#folder = marker.folder;
    this.meter = limits === undefined ? null : this.#openMeter(marker.runId, limits);
    openTrackers.add(this);
  }

  /** The files a process writes its id to, to join all its groups. */
  get procsFiles(): string[] {
    return this.#groups.map(({ procsFile }) => procsFile);
  }

  get #groups(): Cgroup[] {
    return [...(this.cgroup === null ? [] : [this.cgroup]), ...(this.meter?.groups ?? [])];
  }

  #openMeter(runId: string, limits: UsageLimits): Meter | null {
    const alive = () => (this.cgroup?.members() ?? this.alive()).filter((pid) => pid > 0);
    return openMeter({ cgroup: this.cgroup, name: newGroupName(runId), limits, alive });
  }

  /** Records a started process; `joined` means that it was in the control group from the start. */
  started(pid: number, joined: boolean): void {
    this.#running.add(pid);
    this.#firstTicks ??= this.#folder === undefined ? null : readStartTicks(pid);
    if (joined) return;
    this.#provesEmptiness = false;
    this.#add(pid);
  }

  /** Adds a process that is already running, and the processes it has started so far. */
  #add(pid: number): void {
    try {
      for (const group of this.#groups) group.add(pid);
      for (const child of this.#groups.length > 0 ? listChildren(pid) : []) this.#add(child);
    } catch {
      // It has already ended or cannot join; the search by marker at the end covers it anyway.
    }
  }

  /** Records that a program may run what an agent wrote: with enough rights, that can leave its control group. */
  distrust(): void {
    this.#provesEmptiness = false;
  }

  /** Refuses to start anything from now on. */
  close(): void {
    this.#isClosed = true;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  told(pids: readonly number[]): void {
    for (const pid of pids) this.#told.add(pid);
  }

  /** Records that the process's whole group was sent SIGKILL. */
  killed(pid: number): void {
    this.#killedGroups.add(pid);
  }

  exited(pid: number): void {
    this.#running.delete(pid);
    if (hasGroupSurvivors(pid)) this.#leaderless.add(pid);
  }

  get running(): number {
    return this.#running.size;
  }

  alive(): number[] {
    const inside = this.cgroup?.members() ?? [];
    if (this.#isProven()) return inside;
    return [...new Set([...inside, ...this.#listMarked(), ...this.#listGrouped()])];
  }

  isEmpty(): boolean {
    return this.#running.size === 0 && this.isClear();
  }

  /** The same for when exits can no longer be reported: nothing is alive, whether started here or not. */
  isClear(): boolean {
    // The group that proves emptiness is removed last, because it shows which processes are left.
    const removed = (this.meter?.groups ?? []).map((group) => group.remove()).every(Boolean);
    return removed && (this.cgroup?.remove() ?? true) && (this.#isProven() || this.alive().length === 0);
  }

  /** Whether a process was already asked to end together with the group of its running leader. */
  isTold(pid: number): boolean {
    if (this.#running.has(Math.abs(pid)) || this.#told.has(pid)) return true;
    return this.#running.size > 0 && this.#running.has(readProcessState(pid)?.group ?? 0);
  }

  isDoomed(pid: number): boolean {
    return this.#killedGroups.size > 0 && this.#killedGroups.has(pid < 0 ? -pid : (readProcessState(pid)?.group ?? 0));
  }

  kill(): void {
    for (const leader of this.#running) {
      this.#killedGroups.add(leader);
      sendSignal(-leader, "SIGKILL");
    }
    if (this.cgroup !== null) this.cgroup.kill();
    for (const pid of this.#isProven() ? [] : this.alive()) sendSignal(pid, "SIGKILL");
  }

  #isProven(): boolean {
    return this.#provesEmptiness && this.cgroup !== null && !this.cgroup.isLost;
  }

  #listMarked(): number[] {
    if (this.#marks === null) return [];
    const [folder, sinceTicks] = [this.#folder, this.#firstTicks];
    const place = folder === undefined || sinceTicks === null ? undefined : { folder, sinceTicks };
    return listMarkedProcesses({ ...this.#marks, place });
  }

  #listGrouped(): number[] {
    for (const leader of this.#leaderless) if (!hasGroupSurvivors(leader)) this.#leaderless.delete(leader);
    const groups = new Set([...this.#running, ...this.#leaderless]);
    return hasProcTable() ? listProcessesInGroups(groups) : [...groups].map((group) => -group);
  }
}

/** Returns the strongest means this system offers. */
export function findBestMeans(): TrackingMeans {
  if (findCgroupHome() !== null) return "cgroup";
  return hasProcTable() ? "marker" : "group";
}

function toProcessMarks(marker: ScopeMarker): ProcessMarks {
  return { entries: listMarkEntries(marker), limits: marker.runId === "" ? [] : [toLimitMark(marker.runId)] };
}

/** Environment entries that identify a process of this job. Never the operator's own HOME, which all their processes share. */
export function listMarkEntries({ runId, home }: ScopeMarker): string[] {
  const own = [process.env["HOME"], homedir(), readAccountHome(), "/"].map((path) => (path ? resolve(path) : ""));
  const isJobs = isAbsolute(home) && !own.includes(resolve(home));
  return [...(runId === "" ? [] : [`AXIS_RUN_ID=${runId}`]), ...(isJobs ? [`HOME=${home}`] : [])];
}

function readAccountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    // A user without an account has no home there.
    return "";
  }
}
