/** Reads what a container used from its own control groups: it is not among the processes of the engine's client. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { listCgroupMembers } from "../../process/cgroup.ts";
import { readCgroup1 } from "../../process/meter/cgroup1.ts";
import { readGroupFile, readNumberFile } from "../../process/meter/group-file.ts";
import { type MeterReading, readCgroup2, sampleEveryMs, type UsageLimits } from "../../process/meter/meter.ts";
import { callEngine, type Engine } from "./engine.ts";

/** How to read the groups of one container. */
interface Groups {
  /** The folder that lists its processes. */
  readonly folder: string;
  /** Null when the container has gone, and its groups with it. */
  read(): MeterReading | null;
}

export class ContainerMeter {
  readonly #engine: Engine;
  readonly #name: string;
  readonly #limits: UsageLimits;
  #groups: Groups | null = null;
  #last: MeterReading | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(engine: Engine, name: string, limits: UsageLimits) {
    this.#engine = engine;
    this.#name = name;
    this.#limits = limits;
  }

  /** The container runs now. */
  async start(): Promise<void> {
    const format = "{{.State.Pid}}";
    const { stdout } = await callEngine(this.#engine.path, ["container", "inspect", "--format", format, this.#name]);
    const pid = Number(stdout);
    if (this.#isStopped || !Number.isInteger(pid) || pid < 2) return;
    this.#groups = findGroups(readGroupFile(`/proc/${pid}/cgroup`) ?? "", this.#limits);
    this.sample();
    this.#timer = setInterval(() => this.sample(), sampleEveryMs).unref();
  }

  sample(): void {
    const now = this.#groups?.read() ?? null;
    if (now !== null) this.#last = mergeReadings(this.#last, now);
    else if (this.#last !== null) clearInterval(this.#timer);
  }

  /** The last numbers that could be read; null if there were none. */
  read(): MeterReading | null {
    return this.#last;
  }

  /** The processes of the container that are visible here. */
  listProcesses(): number[] {
    return this.#groups === null ? [] : listCgroupMembers(this.#groups.folder);
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }
}

/** Null if the places of the groups are unknown, as with an engine on another machine. */
function findGroups(places: string, limits: UsageLimits): Groups | null {
  const find = (line: RegExp, tops: readonly string[], file: string) => {
    const place = line.exec(places)?.[1];
    return tops
      .map((top) => join(top, place ?? "/"))
      .find((folder) => place !== undefined && existsSync(join(folder, file)));
  };
  const unified = find(/^0::(\/.+)$/m, ["/sys/fs/cgroup"], "memory.max");
  if (unified !== undefined) return openUnified(unified, limits);
  const memory = find(/^\d+:memory:(\/.+)$/m, ["/sys/fs/cgroup/memory"], "memory.limit_in_bytes");
  const cpu = find(/^\d+:cpu(?:,cpuacct)?:(\/.+)$/m, ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"], "cpu.stat");
  if (memory === undefined || cpu === undefined) return null;
  const read = () => (existsSync(memory) ? readCgroup1({ memory, cpu }, { limits, throttledBefore: 0 }) : null);
  return { folder: memory, read };
}

function openUnified(folder: string, limits: UsageLimits): Groups {
  let highest = 0;
  return {
    folder,
    read() {
      const current = readNumberFile(join(folder, "memory.current"));
      if (current === null) return null;
      highest = Math.max(highest, current);
      return readCgroup2(folder, { limits, highest, throttledBefore: 0 });
    },
  };
}

/** Of one container at two times, or of two containers of a run. */
export function mergeReadings(one: MeterReading | null, other: MeterReading): MeterReading {
  if (one === null) return other;
  return {
    ...other,
    peakBytes: takeLarger(one.peakBytes, other.peakBytes),
    throttledMs: takeLarger(one.throttledMs, other.throttledMs),
    outOfMemory: takeLarger(one.outOfMemory, other.outOfMemory),
  };
}

function takeLarger(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
