/** Meters and limits with the version 2 group that holds the processes anyway. */
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readNamedNumber, readNumberFile } from "./group-file.ts";
import type { Meter, MeterTarget, MeterReading, UsageLimits } from "./meter.ts";

const periodMicroseconds = 100_000;

/** Null for a version 1 group, or if its controllers cannot be enabled. */
export function openCgroup2({ cgroup, limits }: MeterTarget): Meter | null {
  if (cgroup === null || !existsSync(join(cgroup.folder, "cgroup.controllers"))) return null;
  try {
    if (!existsSync(join(cgroup.folder, "memory.max")))
      writeFileSync(join(dirname(cgroup.folder), "cgroup.subtree_control"), "+memory +cpu", { flag: "r+" });
    setLimits(cgroup.folder, limits);
  } catch {
    // No permission, or our own group contains processes: version 2 then gives no controllers to the groups below it.
    return null;
  }
  const { folder } = cgroup;
  const throttledBefore = readNamedNumber(join(folder, "cpu.stat"), "throttled_usec") ?? 0;
  let highest: number | null = null;
  return {
    groups: [],
    sample() {
      const now = readNumberFile(join(folder, "memory.current"));
      if (now !== null) highest = Math.max(highest ?? 0, now);
    },
    read: () => readCgroup2(folder, { limits, highest, throttledBefore }),
  };
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
