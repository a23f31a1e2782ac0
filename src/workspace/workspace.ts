/** A job's own folders: work, home and tmp side by side, removed when the job ends, however it ends. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, readdir, realpath, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../core/error.ts";
import { joinInside } from "../core/paths/inside.ts";
import { keepFolder, keepIfThere } from "./kept-folder.ts";
import { removeFolder } from "./removal.ts";

export interface Workspace extends AsyncDisposable {
  /** Holds the three others. */
  readonly root: string;
  /** The agent's working folder. */
  readonly work: string;
  /** Its HOME. */
  readonly home: string;
  /** Its TMPDIR. */
  readonly tmp: string;
  /**
   * Puts back what code of the agent's removed, locked, or put something else in the place of; what was in it is gone.
   * A working folder that was taken away stays away: gates are to see that.
   */
  keep(): Promise<void>;
  /** The same, with a working folder in which a turn can begin. */
  renew(): Promise<void>;
}

export interface WorkspaceOptions {
  readonly runId: string;
  readonly onWarning: (message: string) => void;
  /** Default: the system's temporary folder. */
  readonly parent?: string;
}

/** Workspaces of this process that are not removed yet. */
const openRoots = new Set<string>();

/** Removes every open workspace without waiting; for a second Ctrl-C, when their processes have been killed. */
export function removeWorkspacesNow(): void {
  for (const root of openRoots) {
    try {
      rmSync(root, { recursive: true, force: true, maxRetries: 2 });
    } catch {
      // What resists stays: it costs space, and there is no time to say so.
    }
  }
  openRoots.clear();
}

const realParents = new Map<string, Promise<string>>();

/** Asked of the system once: every job has its folder in the same one. */
function realParent(folder: string): Promise<string> {
  const known = realParents.get(folder);
  if (known !== undefined) return known;
  const found = realpath(folder);
  realParents.set(folder, found);
  found.catch(() => realParents.delete(folder)); // Heard by whoever waits; the next one asks again.
  return found;
}

/** Makes the folder axis-<runId>, for this user alone; refuses one that is there already. */
export async function openWorkspace({ runId, onWarning, parent }: WorkspaceOptions): Promise<Workspace> {
  const root = joinInside(await realParent(parent ?? tmpdir()), `axis-${runId}`);
  await mkdir(root, { mode: 0o700 });
  openRoots.add(root);
  const [work, home, tmp] = [join(root, "work"), join(root, "home"), join(root, "tmp")];
  await Promise.all([work, home, tmp].map((folder) => mkdir(folder, { mode: 0o700 })));
  const remove = async () => {
    try {
      if (!(await removeEmpty(root, [work, home, tmp]))) await removeFolder(root);
    } catch (error) {
      onWarning(`The workspace ${root} could not be removed: ${messageOf(error)}`);
    }
    openRoots.delete(root);
  };
  const keep = async () => {
    for (const folder of [root, home, tmp]) await keepFolder(folder);
    await keepIfThere(work);
  };
  const renew = async () => {
    await keep();
    await keepFolder(work);
  };
  return { root, work, home, tmp, keep, renew, [Symbol.asyncDispose]: remove };
}

/** Removes what a killed AXIS left of a run; throws where it resists. What is not there is removed already. */
export async function removeStaleWorkspace(runId: string, parent?: string): Promise<void> {
  await removeFolder(joinInside(await realpath(parent ?? tmpdir()), `axis-${runId}`));
}

/** An id for the room of a judge who looks at a run: it can be found again by that run. */
export function judgeRoomId(runId: string): string {
  return `${runId}-judge-${randomUUID().slice(0, 8)}`;
}

/** These runs, and the rooms of their judges that a killed AXIS left. */
export async function withJudgeRooms(runIds: readonly string[], parent?: string): Promise<string[]> {
  if (runIds.length === 0) return [];
  const judged = new Set(runIds);
  const names = await readdir(parent ?? tmpdir()).catch(() => []); // What cannot be read holds none that can be removed.
  const rooms = names.flatMap((name) => {
    const [, id, runId] = /^axis-((.+)-judge-[0-9a-f]{8})$/.exec(name) ?? [];
    return id !== undefined && runId !== undefined && judged.has(runId) ? [id] : [];
  });
  return [...runIds, ...rooms];
}

/** The quick way for a workspace nobody wrote to; false where there is more to remove. */
async function removeEmpty(root: string, folders: readonly string[]): Promise<boolean> {
  try {
    await Promise.all(folders.map((folder) => rmdir(folder)));
    await rmdir(root);
    return true;
  } catch {
    return false; // The thorough way follows, and says what is wrong.
  }
}
