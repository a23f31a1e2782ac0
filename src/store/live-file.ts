/** The entries of a running run on disk, for live viewers. The file is not durable, and a short run never writes it. */
import type { LiveFile } from "../core/store.ts";
import type { Disk, DiskFile } from "./disk/disk.ts";
import { toRedactedLines } from "./documents/redact.ts";
import type { Redact } from "./documents/redact.ts";

/** How far the file may lag behind the run. */
const holdMs = 1_000;
/** No viewer reads more than this while a run is in progress; the run's detail has everything. */
const maxLiveBytes = 64 * 1_048_576;

export interface LiveTarget {
  readonly disk: Disk;
  /** Absolute; its folder exists. */
  readonly path: string;
  readonly redact: Redact;
  /** Absolute: the live file of the previous attempt, which a killed process may have left. */
  readonly earlier?: string;
}

export function createLiveFile({ disk, path, redact, earlier }: LiveTarget): LiveFile {
  let held: unknown[] = [];
  let timer: NodeJS.Timeout | undefined;
  let file: DiskFile | undefined;
  let bytes = 0;
  let isOver = false;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const rows = held;
    held = [];
    const content = Buffer.from(`${[...toRedactedLines(rows, "\n", redact)].join("")}\n`);
    bytes += content.length;
    if (bytes > maxLiveBytes) return void (isOver = true);
    file ??= await replaceFile(disk, path);
    await file.write(content);
  }

  function flush(): void {
    timer = undefined;
    writing = writing.then(write).catch(() => {
      // Viewers see no further entries. A full disk is reported when the durable files are written.
      isOver = true;
    });
  }

  return {
    append(entry) {
      if (isOver) return;
      held.push(entry);
      timer ??= setTimeout(flush, holdMs).unref();
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      clearTimeout(timer);
      await writing;
      await file?.close().catch(() => {}); // The file is deleted below.
      // A leftover file is harmless: it is read only while its run is in progress.
      if (earlier !== undefined) await disk.remove(earlier).catch(() => {});
      if (file !== undefined) await disk.remove(path).catch(() => {});
    },
  };
}

/** Replaces a file that a killed process left. */
async function replaceFile(disk: Disk, path: string): Promise<DiskFile> {
  await disk.remove(path);
  return await disk.open(path, "new");
}
