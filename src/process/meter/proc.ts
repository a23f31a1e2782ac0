/** Meters by regularly adding up the memory of each process. It enforces no limits and does not know processor time. */
import { existsSync } from "node:fs";
import { readGroupFile } from "./group-file.ts";
import type { Meter, MeterTarget } from "./meter.ts";

/** Null on systems without /proc. */
export function openProcMeter({ alive, limits }: MeterTarget): Meter | null {
  if (!existsSync("/proc/self/status")) return null;
  let highest: number | null = null;
  return {
    groups: [],
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
  return parseKilobytes(readGroupFile(`${folder}/smaps_rollup`), "Pss") ?? parseKilobytes(readGroupFile(`${folder}/status`), "VmRSS");
}

function parseKilobytes(text: string | null, name: string): number | null {
  const found = text === null ? null : new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
  return found ? Number(found) * 1024 : null;
}
