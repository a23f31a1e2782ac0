/** Creates each folder once and combines flushes: files that finish at the same time share one flush of their folder. */
import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { AxisError, systemCode } from "../../core/error.ts";
import { joinInside } from "../../core/paths/inside.ts";
import type { Disk } from "./disk.ts";

/** Flushes folders; callers that wait for the same folder share a flush. */
interface FolderSync {
  /** The names in it are on disk when resolved. */
  sync(path: string): Promise<void>;
  /** For a file that exists now: the returned function flushes the folder only if no other flush has done so meanwhile. */
  syncLater(path: string): () => Promise<void>;
}

/** The folders inside one root. */
export interface Folders extends FolderSync {
  /** When resolved, the path exists, is a real folder and not a link, and is on disk. */
  ensure(path: string): Promise<void>;
}

/** Folders inside `root`, which must exist. */
export function openFolders(disk: Disk, root: string): Folders {
  const made = new Map<string, Promise<void>>();
  const { sync, syncLater } = createSharedSync(disk);

  async function make(path: string): Promise<void> {
    await ensure(dirname(path));
    try {
      await disk.makeFolder(path);
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
      await requireFolder(path);
    }
    await sync(dirname(path));
  }

  function ensure(path: string): Promise<void> {
    if (path === root) return Promise.resolve();
    joinInside(root, path);
    const known = made.get(path);
    if (known !== undefined) return known;
    const work = make(path);
    made.set(path, work);
    work.catch(() => made.delete(path)); // Callers that wait for it get the error; the next caller tries again.
    return work;
  }

  return { ensure, sync, syncLater };
}

/** A link or a file at this path would send the writes somewhere else. */
async function requireFolder(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isDirectory()) return;
  const what = found.isSymbolicLink() ? "a link" : "a file";
  throw new AxisError("not-writable", `${path} must be a folder, but is ${what}`, { hint: "Move it out of the way" });
}

interface Turn {
  now: Promise<void>;
  next: Promise<void> | null;
}

function createSharedSync(disk: Disk): FolderSync {
  const turns = new Map<string, Turn>();
  /** How many flushes of a folder have begun, and the number of the last one that succeeded. */
  const begun = new Map<string, number>();
  const succeeded = new Map<string, number>();

  function start(path: string): Promise<void> {
    const number = (begun.get(path) ?? 0) + 1;
    begun.set(path, number);
    const turn: Turn = { now: Promise.resolve(), next: null };
    const flush = disk.syncFolder(path).then(() => void succeeded.set(path, number));
    turn.now = flush.finally(() => {
      if (turn.next === null) turns.delete(path);
    });
    turns.set(path, turn);
    return turn.now;
  }

  // A flush in progress may have missed the newest name, so all callers that arrive meanwhile share the next flush.
  function sync(path: string): Promise<void> {
    const turn = turns.get(path);
    if (turn === undefined) return start(path);
    turn.next ??= turn.now.then(
      () => start(path),
      () => start(path),
    );
    return turn.next;
  }

  function syncLater(path: string): () => Promise<void> {
    const before = begun.get(path) ?? 0;
    return async () => {
      if ((succeeded.get(path) ?? 0) <= before) await sync(path);
    };
  }

  return { sync, syncLater };
}
