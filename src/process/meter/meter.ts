/** What the processes of a scope use, and the limits they are held to: by control groups where they can be written, else by looking. */
import type { Cgroup } from "../cgroup.ts";
import { openCgroup1 } from "./cgroup1.ts";
import { openCgroup2 } from "./cgroup2.ts";
import { openProcMeter } from "./proc.ts";

/** What processes may use together. */
export interface UsageLimits {
  readonly memoryBytes: number;
  /** 100 is one processor; null: as much as there is. */
  readonly cpuPercent: number | null;
}

export interface MeterReading {
  readonly source: "cgroup2" | "cgroup1" | "proc";
  readonly peakBytes: number | null;
  readonly limitBytes: number;
  /** Null where the source cannot tell. */
  readonly throttledMs: number | null;
  /** How many processes the memory limit has ended; null where the source does not enforce one. */
  readonly outOfMemory: number | null;
}

export interface Meter {
  /** Groups that processes must be in to be seen; they are removed with the scope. */
  readonly groups: readonly Cgroup[];
  /** Called when the first process is there, and every 250 ms. */
  sample(): void;
  read(): MeterReading;
}

/** What a meter is opened for. */
export interface Metered {
  /** The group that already holds the processes; null where there is none. */
  readonly cgroup: Cgroup | null;
  /** A name for further groups. */
  readonly name: string;
  readonly limits: UsageLimits;
  /** Numbers of the processes that are alive now. */
  readonly alive: () => readonly number[];
}

export const sampleEveryMs = 250;

/** The best meter there is; null on systems that tell nothing. */
export function openMeter(metered: Metered): Meter | null {
  return openCgroup2(metered) ?? openCgroup1(metered) ?? openProcMeter(metered);
}
