/** Decides what is mounted in a sandbox and in which order, so that nothing hidden shows through a folder that can be read. */
import { basename, dirname, join } from "node:path";
import { isInside } from "../core/paths/inside.ts";

type Access = "read" | "write" | "hidden";

export interface Mount {
  /** Where it is inside. */
  readonly path: string;
  /** Where it is outside; ignored for "hidden", which is an empty folder. */
  readonly source: string;
  readonly access: Access;
}

export interface MountPlan {
  /** Parents come before what is in them. */
  readonly mounts: readonly Mount[];
  /** Entries that must exist in the folder that is mounted as /tmp, because something is mounted on them. */
  readonly claims: readonly string[];
}

export interface WantedPaths {
  /** Mounted at the same path. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly hidden: readonly string[];
  /** The folder that is /tmp inside. */
  readonly shared: string;
}

const temporaryFolder = "/tmp";
const order: readonly Access[] = ["hidden", "read", "write"];

/** Removes what is visible anyway, and orders the rest. */
export function planMounts({ read, write, hidden, shared }: WantedPaths): MountPlan {
  const wanted: Mount[] = [
    ...read.map((path) => ({ path, source: path, access: "read" as const })),
    ...write.map((path) => ({ path, source: path, access: "write" as const })),
    ...hidden.map((path) => ({ path, source: path, access: "hidden" as const })),
  ];
  const mounts: Mount[] = [{ path: temporaryFolder, source: shared, access: "write" }];
  const claims = new Set<string>();
  for (const mount of wanted.toSorted(compareMounts)) {
    const parent = mounts.findLast(({ path }) => isInside(path, mount.path));
    if (isSettled(mount, parent)) continue;
    if (parent?.path === temporaryFolder) claims.add(claimEntry(mount, mounts));
    mounts.push(mount);
  }
  return { mounts, claims: [...claims] };
}

/** Whether its parent already makes it visible, or already hides it. */
function isSettled({ path, source, access }: Mount, parent: Mount | undefined): boolean {
  // The root is empty.
  if (parent === undefined) return access === "hidden";
  const isShown = parent.source === parent.path && parent.access !== "hidden";
  // What the operator lists to be read is read, even if it would be hidden otherwise.
  if (access === "hidden") return !isShown || parent.path === path || parent.access === "write";
  return isShown && isInside(parent.source, source) && (access === "read" || parent.access === "write");
}

/**
 * The agent can write to /tmp, so a mount below it needs a parent that the agent cannot replace by a link: an empty
 * folder of its own, mounted on an entry that AXIS checks before each start.
 */
function claimEntry({ path }: Mount, mounts: Mount[]): string {
  let entry = path;
  while (dirname(entry) !== temporaryFolder) entry = dirname(entry);
  if (entry !== path && !mounts.some((mount) => mount.path === entry))
    mounts.push({ path: entry, source: entry, access: "hidden" });
  return basename(entry);
}

/** By depth, so that a parent comes first; at the same path, what is read wins over what is hidden. */
function compareMounts(a: Mount, b: Mount): number {
  const depths = countParts(a.path) - countParts(b.path);
  if (depths !== 0) return depths;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return order.indexOf(b.access) - order.indexOf(a.access);
}

function countParts(path: string): number {
  return join(path, ".").split("/").filter(Boolean).length;
}
