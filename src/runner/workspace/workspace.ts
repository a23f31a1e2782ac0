/** A job's own folders: work, home, tmp and shared side by side, removed when the job ends, however it ends. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, readdir, realpath, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorMessage } from "../../core/error.ts";
import { joinInside } from "../../core/paths/inside.ts";
import { ensureFolder, ensureFolderOrNothing } from "./ensure-folder.ts";
import { removeFolder } from "./remove-folder.ts";

export interface Workspace extends AsyncDisposable {
  /** The folder that holds the others. */
  readonly root: string;
  /** The agent's working folder. */
  readonly work: string;
  /** The agent's HOME. */
  readonly home: string;
  /** The agent's TMPDIR. */
  readonly tmp: string;
  /** What is /tmp inside a sandbox, for programs that ignore TMPDIR. */
  readonly shared: string;
  /**
   * Restores folders that the agent's code removed, locked or replaced; their content is lost. A removed working folder
   * stays removed, because gates must see that.
   */
  restore(): Promise<void>;
  /** The same, but also recreates the working folder so that a turn can start. */
  restoreForTurn(): Promise<void>;
}

export interface WorkspaceOptions {
  readonly runId: string;
  readonly onWarning: (message: string) => void;
  /** Default: the system's temporary folder. */
  readonly parent?: string;
}

/** Workspaces of this process that have not been removed yet. */
const openRoots = new Set<string>();

/** Removes every open workspace synchronously; for a second Ctrl-C, after their processes have been killed. */
export function removeWorkspacesNow(): void {
  for (const root of openRoots) {
    try {
      rmSync(root, { recursive: true, force: true, maxRetries: 2 });
    } catch {
      // What cannot be removed stays; it only takes space, and there is no time to report it.
    }
  }
  openRoots.clear();
}

const realParents = new Map<string, Promise<string>>();

/** Resolved once, because every job has its folder in the same parent. */
function resolveParent(folder: string): Promise<string> {
  const known = realParents.get(folder);
  if (known !== undefined) return known;
  const found = realpath(folder);
  realParents.set(folder, found);
  found.catch(() => realParents.delete(folder)); // The caller sees the error; the next call tries again.
  return found;
}

/** Creates the folder axis-<runId>, for this user only; fails if it already exists. */
export async function openWorkspace({ runId, onWarning, parent }: WorkspaceOptions): Promise<Workspace> {
  const root = joinInside(await resolveParent(parent ?? tmpdir()), `axis-${runId}`);
  await mkdir(root, { mode: 0o700 });
  openRoots.add(root);
  const folders = ["work", "home", "tmp", "shared"].map((name) => join(root, name));
  const [work = "", home = "", tmp = "", shared = ""] = folders;
  await Promise.all(folders.map((folder) => mkdir(folder, { mode: 0o700 })));
  const remove = async () => {
    try {
      if (!(await tryRemoveEmpty(root, folders))) await removeFolder(root);
    } catch (error) {
      onWarning(`The workspace ${root} could not be removed: ${errorMessage(error)}`);
    }
    openRoots.delete(root);
  };
  const keep = async () => {
    for (const folder of [root, home, tmp, shared]) await ensureFolder(folder);
    await ensureFolderOrNothing(work);
  };
  const renew = async () => {
    await keep();
    await ensureFolder(work);
  };
  return { root, work, home, tmp, shared, restore: keep, restoreForTurn: renew, [Symbol.asyncDispose]: remove };
}

/** Removes what a killed AXIS left of a run; throws on failure. A missing folder is not an error. */
export async function removeStaleWorkspace(runId: string, parent?: string): Promise<void> {
  await removeFolder(joinInside(await realpath(parent ?? tmpdir()), `axis-${runId}`));
}

/** Creates an id for the folder of a judge who inspects a run; the run's id is part of it, so it can be found again. */
export function newJudgeRoomId(runId: string): string {
  return `${runId}-judge-${randomUUID().slice(0, 8)}`;
}

/** Returns these runs, and the judge folders that a killed AXIS left for them. */
export async function addJudgeRooms(runIds: readonly string[], parent?: string): Promise<string[]> {
  if (runIds.length === 0) return [];
  const judged = new Set(runIds);
  const names = await readdir(parent ?? tmpdir()).catch(() => []); // A folder that cannot be read contains nothing that can be removed.
  const rooms = names.flatMap((name) => {
    const [, id, runId] = /^axis-((.+)-judge-[0-9a-f]{8})$/.exec(name) ?? [];
    return id !== undefined && runId !== undefined && judged.has(runId) ? [id] : [];
  });
  return [...runIds, ...rooms];
}

/** The quick way for an untouched workspace; returns false if there is more to remove. */
async function tryRemoveEmpty(root: string, folders: readonly string[]): Promise<boolean> {
  try {
    await Promise.all(folders.map((folder) => rmdir(folder)));
    await rmdir(root);
    return true;
  } catch {
    return false; // The thorough removal follows and reports errors.
  }
}
