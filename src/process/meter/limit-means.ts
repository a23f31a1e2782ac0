/** Finds out once which limits this machine enforces, by opening a meter with limits. */
import { findCgroupHome, openCgroup } from "../cgroup-home.ts";
import { openMeter } from "./meter.ts";

/** Which limits hold for a scope, and what enforces them. */
export interface LimitMeans {
  /** Null if nothing is enforced. */
  readonly by: "cgroup v1" | "cgroup v2" | null;
  readonly memory: "kernel" | "no";
  readonly cpu: "kernel" | "no";
  readonly pids: "kernel" | "no";
}

let cachedMeans: LimitMeans | undefined;

export function findLimitMeans(): LimitMeans {
  return (cachedMeans ??= probeLimits());
}

function probeLimits(): LimitMeans {
  const home = findCgroupHome();
  const cgroup = home === null ? null : openCgroup(home, "probe-limits");
  const limits = { memoryBytes: 1024 ** 3, cpuPercent: 100, pids: 1024 };
  const meter = openMeter({ cgroup, name: `axis-probe-limits.${process.pid}`, limits, alive: () => [] });
  const source = meter?.read().source;
  for (const group of [...(meter?.groups ?? []), ...(cgroup === null ? [] : [cgroup])]) group.remove();
  if (source !== "cgroup1" && source !== "cgroup2") return { by: null, memory: "no", cpu: "no", pids: "no" };
  return {
    by: source === "cgroup1" ? "cgroup v1" : "cgroup v2",
    memory: "kernel",
    cpu: "kernel",
    pids: meter?.limitsPids === true ? "kernel" : "no",
  };
}
