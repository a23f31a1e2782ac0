/** Measures and limits what the processes of a scope use: with control groups if they are writable, else by sampling. */
import type { Cgroup } from "../cgroup.ts";
import { openCgroup1 } from "./cgroup1.ts";
import { openCgroup2 } from "./cgroup2.ts";
import { openProcMeter } from "./proc.ts";

/** What the processes may use in total. */
export interface UsageLimits {
  readonly memoryBytes: number;
  /** 100 is one processor; null means no limit. */
  readonly cpuPercent: number | null;
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
