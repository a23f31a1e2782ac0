/** Measures and limits what the processes of a scope use: with control groups if they are writable, else by sampling. */
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Cgroup } from "../cgroup.ts";
import { openCgroup1 } from "./cgroup1.ts";
import { readGroupFile, readNamedNumber, readNumberFile } from "./group-file.ts";

/** Meters and limits with the version 2 group that holds the processes anyway. */
const periodMicroseconds = 100_000;

/** Null for a version 1 group, or if its controllers cannot be enabled. */
function openCgroup2({ cgroup, limits }: MeterTarget): Meter | null {
  if (cgroup === null || !existsSync(join(cgroup.folder, "cgroup.controllers"))) return null;
  let limitsPids = false;
  try {
    if (!existsSync(join(cgroup.folder, "memory.max"))) enableControllers(cgroup.folder, "+memory +cpu");
    setLimits(cgroup.folder, limits);
    limitsPids = limitPids(cgroup.folder, limits.pids ?? null);
  } catch {
    // No permission, or our own group contains processes: version 2 then gives no controllers to the groups below it.
    return null;
  }
  const { folder } = cgroup;
  const throttledBefore = readNamedNumber(join(folder, "cpu.stat"), "throttled_usec") ?? 0;
  let highest: number | null = null;
  return {
    groups: [],
    limitsPids,
    sample() {
      const now = readNumberFile(join(folder, "memory.current"));
      if (now !== null) highest = Math.max(highest ?? 0, now);
    },
    read: () => readCgroup2(folder, { limits, highest, throttledBefore }),
  };
}

function enableControllers(folder: string, names: string): void {
  writeFileSync(join(dirname(folder), "cgroup.subtree_control"), names, { flag: "r+" });
}

/** Without the pids controller, memory and cpu are limited all the same. */
function limitPids(folder: string, pids: number | null): boolean {
  if (pids === null) return false;
  try {
    if (!existsSync(join(folder, "pids.max"))) enableControllers(folder, "+pids");
    writeFileSync(join(folder, "pids.max"), String(pids), { flag: "r+" });
    return true;
  } catch {
    // No permission; the caller learns that processes are not limited.
    return false;
  }
}

/** Reads the current numbers of a group. `highest` is the sampled maximum, for kernels that record no peak. */
export function readCgroup2(
  folder: string,
  seen: { readonly limits: UsageLimits; readonly highest: number | null; readonly throttledBefore: number },
): MeterReading {
  const throttled = readNamedNumber(join(folder, "cpu.stat"), "throttled_usec");
  return {
    source: "cgroup2",
    peakBytes: readNumberFile(join(folder, "memory.peak")) ?? seen.highest,
    limitBytes: readNumberFile(join(folder, "memory.max")) ?? seen.limits.memoryBytes,
    throttledMs: throttled === null ? null : Math.floor((throttled - seen.throttledBefore) / 1000),
    outOfMemory: readNamedNumber(join(folder, "memory.events"), "oom_kill"),
  };
}

function setLimits(folder: string, { memoryBytes, cpuPercent }: UsageLimits): void {
  writeFileSync(join(folder, "memory.max"), String(memoryBytes), { flag: "r+" });
  const quota = cpuPercent === null ? "max" : String((cpuPercent * periodMicroseconds) / 100);
  writeFileSync(join(folder, "cpu.max"), `${quota} ${periodMicroseconds}`, { flag: "r+" });
}

/** What the processes may use in total. */
export interface UsageLimits {
  readonly memoryBytes: number;
  /** 100 is one processor; null means no limit. */
  readonly cpuPercent: number | null;
  /** Processes at once; absent or null means no limit. */
  readonly pids?: number | null;
}

export interface MeterReading {
  readonly source: "cgroup2" | "cgroup1" | "proc";
  readonly peakBytes: number | null;
  readonly limitBytes: number;
  /** Null if the source does not report it. */
  readonly throttledMs: number | null;
  /** How many processes the memory limit has ended; null if the source does not enforce one. */
  readonly outOfMemory: number | null;
}

export interface Meter {
  /** Groups that processes must join to be measured; they are removed with the scope. */
  readonly groups: readonly Cgroup[];
  /** Whether the limit of processes is enforced. */
  readonly limitsPids: boolean;
  /** Called when the first process has started, and then every 250 ms. */
  sample(): void;
  read(): MeterReading;
}

/** What a meter measures. */
export interface MeterTarget {
  /** The group that already holds the processes; null if there is none. */
  readonly cgroup: Cgroup | null;
  /** A name for further groups. */
  readonly name: string;
  readonly limits: UsageLimits;
  /** Ids of the processes that are alive now. */
  readonly alive: () => readonly number[];
}

export const sampleEveryMs = 250;

/** Opens the best available meter; null on systems that report nothing. */
export function openMeter(metered: MeterTarget): Meter | null {
  return openCgroup2(metered) ?? openCgroup1(metered) ?? openProcMeter(metered);
}

/** Null on systems without /proc. */
export function openProcMeter({ alive, limits }: MeterTarget): Meter | null {
  if (!existsSync("/proc/self/status")) return null;
  let highest: number | null = null;
  return {
    groups: [],
    limitsPids: false,
    sample() {
      const now = alive().reduce((sum, pid) => sum + (readMemoryBytes(`/proc/${pid}`) ?? 0), 0);
      if (now > 0) highest = Math.max(highest ?? 0, now);
    },
    read: () => ({
      source: "proc",
      peakBytes: highest,
      limitBytes: limits.memoryBytes,
      throttledMs: null,
      outOfMemory: null,
    }),
  };
}

/** Returns a process's share of memory, or all of it if the share cannot be read; null if the process is gone. */
export function readMemoryBytes(folder: string): number | null {
  return (
    parseKilobytes(readGroupFile(`${folder}/smaps_rollup`), "Pss") ??
    parseKilobytes(readGroupFile(`${folder}/status`), "VmRSS")
  );
}

function parseKilobytes(text: string | null, name: string): number | null {
  const found = text === null ? null : new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
  return found ? Number(found) * 1024 : null;
}
