/** Meters and limits with two version 1 groups, one of the memory controller and one of the cpu controller. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Cgroup } from "../cgroup.ts";
import { readNamedNumber, readNumberFile } from "./group-file.ts";
import type { Meter, MeterTarget, MeterReading, UsageLimits } from "./meter.ts";

const periodMicroseconds = 100_000;

/** Where the two hierarchies are mounted, with the line of /proc/self/cgroup that names our group in them. */
const hierarchies = {
  memory: [{ root: "/sys/fs/cgroup/memory", line: /^\d+:memory:(.*)$/m }],
  cpu: [
    { root: "/sys/fs/cgroup/cpu", line: /^\d+:cpu:(.*)$/m },
    { root: "/sys/fs/cgroup/cpu,cpuacct", line: /^\d+:cpu,cpuacct:(.*)$/m },
    { root: "/sys/fs/cgroup/cpu", line: /^\d+:cpu,cpuacct:(.*)$/m },
  ],
} as const;

/** The top folders of both, for finding what a killed AXIS left behind. */
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
    const throttledBefore = readNamedNumber(join(cpu, "cpu.stat"), "throttled_time") ?? 0;
    return { groups, sample() {}, read: () => readCgroup1({ memory, cpu }, { limits, throttledBefore }) };
  } catch {
    // Without permission to create or write them, the next source is used.
    for (const group of groups) group.remove();
    return null;
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
