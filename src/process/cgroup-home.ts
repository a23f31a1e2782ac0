/** Finds out once where this AXIS may create control groups, by creating one and letting a process join it. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Cgroup, listFoldersBelow } from "./cgroup.ts";
import { cgroup1Roots } from "./meter/cgroup1.ts";
import { type Joiner, joinArguments, joiners } from "./shell.ts";

export interface CgroupHome {
  /** The folder that groups are created in: AXIS's own group, so that whatever ends AXIS ends them too. */
  readonly folder: string;
  /** Joins a group and then becomes the program without changing its environment; null if no shell can do that. */
  readonly joiner: Joiner | null;
}

/** Version 2 alone, version 2 next to version 1, version 1; each with the line of /proc/self/cgroup that names our group. */
const hierarchies = [
  { root: "/sys/fs/cgroup", proof: "cgroup.controllers", line: /^0::(.*)$/m },
  { root: "/sys/fs/cgroup/unified", proof: "cgroup.controllers", line: /^0::(.*)$/m },
  { root: "/sys/fs/cgroup/freezer", proof: "cgroup.procs", line: /^\d+:freezer:(.*)$/m },
  { root: "/sys/fs/cgroup/pids", proof: "cgroup.procs", line: /^\d+:pids:(.*)$/m },
] as const;

let cachedHome: CgroupHome | null | undefined;
let groupCount = 0;

/** Null if groups cannot be created: not Linux, no permission, a read-only container. */
export function findCgroupHome(): CgroupHome | null {
  if (cachedHome === undefined) {
    cachedHome = null;
    for (const folder of listPossibleHomes()) cachedHome ??= probeHome(folder);
  }
  return cachedHome;
}

/** Tests one folder; returns it as a home if a process can join a group there. */
export function probeHome(folder: string): CgroupHome | null {
  let group: Cgroup | undefined;
  try {
    group = new Cgroup(join(folder, `axis-probe.${process.pid}-${++groupCount}`));
    let joins = false;
    for (const joiner of joiners) {
      const tried = tryJoin(joiner, group);
      if (tried.joins && tried.exact) return { folder, joiner };
      joins ||= tried.joins;
    }
    return joins ? { folder, joiner: null } : null;
  } catch {
    // Missing permission is the usual case and means that there is no home.
    return null;
  } finally {
    group?.remove();
  }
}

/** Creates a group for a run; null if that fails, for example because there are too many. */
export function openCgroup(home: CgroupHome, runId: string): Cgroup | null {
  try {
    return new Cgroup(join(home.folder, newGroupName(runId)));
  } catch {
    // The marker in the environment is used instead, and the scope reports that.
    return null;
  }
}

/** Creates a unique name for a group of a run. */
export function newGroupName(runId: string): string {
  return `${groupPrefix(runId)}${process.pid}-${++groupCount}`;
}

/** Lists the groups that a killed AXIS left behind for these runs. */
export function listLeftoverCgroups(runIds: readonly string[]): string[] {
  if (runIds.length === 0) return [];
  const prefixes = runIds.map(groupPrefix);
  const homes = hierarchies.filter(({ root, proof }) => existsSync(join(root, proof))).map(({ root }) => root);
  return [...homes, ...cgroup1Roots]
    .flatMap((root) => listFoldersBelow(root))
    .filter((folder) => prefixes.some((prefix) => basename(folder).startsWith(prefix)));
}

function groupPrefix(runId: string): string {
  const name = /^[\w-]{1,100}$/.test(runId) ? runId : createHash("sha256").update(runId).digest("hex").slice(0, 40);
  return `axis-${name}.`;
}

function listPossibleHomes(): string[] {
  if (process.platform !== "linux") return [];
  let places: string;
  try {
    places = readFileSync("/proc/self/cgroup", "utf8");
  } catch {
    // Without this file, our own group is unknown.
    return [];
  }
  return hierarchies
    .filter(({ root, proof }) => existsSync(join(root, proof)))
    .map(({ root, line }) => {
      const own = join(root, line.exec(places)?.[1] ?? "/");
      // In a container, the named group may be outside the mount; the top of the mount is then our own group.
      return existsSync(join(own, "cgroup.procs")) ? own : root;
    });
}

/** Whether a process started through the shell is in the group and has exactly the environment it was given. */
function tryJoin(joiner: Joiner, group: Cgroup): { joins: boolean; exact: boolean } {
  const args = [...joinArguments(joiner, [group.procsFile]), "/bin/cat", "/proc/self/environ", "/proc/self/cgroup"];
  const { stdout } = spawnSync(joiner.shell, args, {
    cwd: "/",
    env: { AXIS_PROBE: "1" },
    encoding: "latin1",
    timeout: 5000,
  });
  const output = stdout ?? "";
  return {
    joins: output.includes(`/${basename(group.folder)}`),
    exact: output.startsWith("AXIS_PROBE=1\0") && countNul(output) === 1,
  };
}

function countNul(text: string): number {
  return text.split("\0").length - 1;
}
