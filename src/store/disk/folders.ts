/** Makes folders once and flushes them together: files that finish at the same time share one flush of their folder. */
import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { AxisError, systemCode } from "../../core/error.ts";
import { joinInside } from "../../core/paths/inside.ts";
import type { Disk } from "./disk.ts";

/** The folders below one root. */
export interface Folders {
  /** There, a real folder and no link, and on disk when resolved. */
  ensure(path: string): Promise<void>;
  /** The names in it are on disk when resolved. */
  sync(path: string): Promise<void>;
  /** For a name that is there now: call what this returns later, and it flushes only where nobody else has done so meanwhile. */
  syncLater(path: string): () => Promise<void>;
}

/** Folders below `root`, which must exist. */
export function openFolders(disk: Disk, root: string): Folders {
  const made = new Map<string, Promise<void>>();
  const { sync, syncLater } = sharedSync(disk);

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
    work.catch(() => made.delete(path)); // Whoever waits for it hears of the error; the next one tries again.
    return work;
  }

  return { ensure, sync, syncLater };
}

/** A link or a file in the place of a folder would lead writing somewhere else. */
async function requireFolder(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isDirectory()) return;
  const what = found.isSymbolicLink() ? "a link" : "a file";
  throw new AxisError("not-writable", `${path} must be a folder, and is ${what}`, { hint: "Move it out of the way" });
}

interface Turn {
  now: Promise<void>;
  next: Promise<void> | null;
}

function sharedSync(disk: Disk): Pick<Folders, "sync" | "syncLater"> {
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

  // A flush that already runs may have passed the newest name by; all who come meanwhile share the one after it.
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
