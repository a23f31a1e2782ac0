/** Tells which files of a project change, in batches: one save of an editor, or of a checkout, is one batch. */
import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** What AXIS and other tools write there themselves. */
const ignored = new Set([".axis", ".git", "node_modules"]);
/** A batch ends when nothing has changed for this long. */
const quietMs = 200;

export interface FileWatcher extends Disposable {
  /** The changed paths, relative to the folder and with slashes; null once the signal is aborted. */
  next(abort: AbortSignal): Promise<readonly string[] | null>;
}

/** Watches a folder and those below it. */
export async function watchFiles(folder: string): Promise<FileWatcher> {
  const watchers = new Map<string, FSWatcher>();
  const recent = new Set<string>();
  const settled = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let wake = () => {};
  const onChange = (path: string) => {
    recent.add(relative(folder, path).split(sep).join("/"));
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const each of recent) settled.add(each);
      recent.clear();
      wake();
    }, quietMs);
  };
  const open = async (place: string): Promise<void> => {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => null); // It may be gone by now, or be a file.
    if (entries === null || watchers.has(place)) return;
    const watcher = watch(place, (_, name) => {
      if (name === null || ignored.has(name)) return;
      onChange(join(place, name));
      void open(join(place, name));
    });
    watchers.set(place, watcher);
    watcher.on("error", () => watcher.close()); // The folder is gone.
    watcher.on("close", () => watchers.delete(place));
    const inside = entries.filter((entry) => entry.isDirectory() && !ignored.has(entry.name));
    await Promise.all(inside.map(({ name }) => open(join(place, name))));
  };
  await open(folder);
  return {
    async next(abort) {
      while (!abort.aborted && settled.size === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
          abort.addEventListener("abort", () => resolve(), { once: true });
        });
      if (abort.aborted) return null;
      const batch = [...settled].toSorted();
      settled.clear();
      return batch;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
