/** Meters and limits with version 1 groups: of the memory controller, the cpu controller and, where it exists, the pids controller. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Cgroup } from "../cgroup.ts";
import { readNamedNumber, readNumberFile } from "./group-file.ts";
import type { Meter, MeterTarget, MeterReading, UsageLimits } from "./meter.ts";

const periodMicroseconds = 100_000;

/** Where the hierarchies are mounted, with the line of /proc/self/cgroup that names our group in them. */
const hierarchies = {
  memory: [{ root: "/sys/fs/cgroup/memory", line: /^\d+:memory:(.*)$/m }],
  cpu: [
    { root: "/sys/fs/cgroup/cpu", line: /^\d+:cpu:(.*)$/m },
    { root: "/sys/fs/cgroup/cpu,cpuacct", line: /^\d+:cpu,cpuacct:(.*)$/m },
    { root: "/sys/fs/cgroup/cpu", line: /^\d+:cpu,cpuacct:(.*)$/m },
  ],
  pids: [{ root: "/sys/fs/cgroup/pids", line: /^\d+:pids:(.*)$/m }],
} as const;

/** Their top folders, for finding what a killed AXIS left behind. */
export const cgroup1Roots: readonly string[] = [
  ...new Set(Object.values(hierarchies).flatMap((places) => places.map(({ root }) => root))),
];

/** Null if a controller is missing or not writable. */
export function openCgroup1({ name, limits }: MeterTarget): Meter | null {
  const [memoryHome, cpuHome] = [findControllerHome("memory"), findControllerHome("cpu")];
  if (memoryHome === null || cpuHome === null) return null;
  const groups: Cgroup[] = [];
  try {
    for (const home of [memoryHome, cpuHome]) groups.push(new Cgroup(join(home, name)));
    const [memory = "", cpu = ""] = groups.map(({ folder }) => folder);
    setLimits({ memory, cpu }, limits);
    const limitsPids = limitPids(groups, name, limits.pids ?? null);
    const throttledBefore = readNamedNumber(join(cpu, "cpu.stat"), "throttled_time") ?? 0;
    return { groups, limitsPids, sample() {}, read: () => readCgroup1({ memory, cpu }, { limits, throttledBefore }) };
  } catch {
    // Without permission to create or write them, the next source is used.
    for (const group of groups) group.remove();
    return null;
  }
}

/** Adds a third group if that is possible; without it, memory and cpu are limited all the same. */
function limitPids(groups: Cgroup[], name: string, pids: number | null): boolean {
  const home = pids === null ? null : findControllerHome("pids");
  if (home === null) return false;
  let group: Cgroup | undefined;
  try {
    group = new Cgroup(join(home, name));
    writeFileSync(join(group.folder, "pids.max"), String(pids), { flag: "r+" });
    groups.push(group);
    return true;
  } catch {
    // No permission; the caller learns that processes are not limited.
    group?.remove();
    return false;
  }
}

interface Folders {
  readonly memory: string;
  readonly cpu: string;
}

/** Reads the current numbers of the two groups. */
export function readCgroup1(
  { memory, cpu }: Folders,
  seen: { readonly limits: UsageLimits; readonly throttledBefore: number },
): MeterReading {
  const throttled = readNamedNumber(join(cpu, "cpu.stat"), "throttled_time");
  return {
    source: "cgroup1",
    peakBytes: readNumberFile(join(memory, "memory.max_usage_in_bytes")),
    limitBytes: readNumberFile(join(memory, "memory.limit_in_bytes")) ?? seen.limits.memoryBytes,
    throttledMs: throttled === null ? null : Math.floor((throttled - seen.throttledBefore) / 1_000_000),
    outOfMemory: readNamedNumber(join(memory, "memory.oom_control"), "oom_kill"),
  };
}

function setLimits({ memory, cpu }: Folders, { memoryBytes, cpuPercent }: UsageLimits): void {
  const write = (file: string, value: number) => writeFileSync(file, String(value), { flag: "r+" });
  write(join(memory, "memory.limit_in_bytes"), memoryBytes);
  if (cpuPercent === null) return;
  write(join(cpu, "cpu.cfs_period_us"), periodMicroseconds);
  write(join(cpu, "cpu.cfs_quota_us"), (cpuPercent * periodMicroseconds) / 100);
}

/** Returns our own group in a hierarchy, or its top, for example in a container that sees only part of it. */
function findControllerHome(controller: keyof typeof hierarchies): string | null {
  let places: string;
  try {
    places = readFileSync("/proc/self/cgroup", "latin1");
  } catch {
    // Not Linux.
    return null;
  }
  for (const { root, line } of hierarchies[controller]) {
    const named = line.exec(places)?.[1];
    if (named === undefined || !existsSync(join(root, "cgroup.procs"))) continue;
    const own = join(root, named);
    return existsSync(join(own, "cgroup.procs")) ? own : root;
  }
  return null;
}
