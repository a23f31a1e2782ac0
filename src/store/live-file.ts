/** What a run has said so far, on disk for whoever looks on: nothing of it is durable, and a short run never writes it. */
import type { LiveFile } from "../core/store.ts";
import type { Disk, DiskFile } from "./disk/disk.ts";
import { redactedLines } from "./documents/redacted.ts";
import type { Redact } from "./documents/redacted.ts";

/** How far it may be behind. */
const holdMs = 1_000;
/** Nobody reads on beyond this while a run goes on; the record of the run has all of it. */
const mostBytes = 64 * 1_048_576;

export interface LiveTarget {
  readonly disk: Disk;
  /** Absolute; its folder is there. */
  readonly path: string;
  readonly redact: Redact;
  /** Absolute: that of the attempt before, which a killed process may have left. */
  readonly earlier?: string;
}

export function liveFile({ disk, path, redact, earlier }: LiveTarget): LiveFile {
  let held: unknown[] = [];
  let timer: NodeJS.Timeout | undefined;
  let file: DiskFile | undefined;
  let bytes = 0;
  let isOver = false;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const rows = held;
    held = [];
    const content = Buffer.from(`${[...redactedLines(rows, "\n", redact)].join("")}\n`);
    bytes += content.length;
    if (bytes > mostBytes) return void (isOver = true);
    file ??= await begin(disk, path);
    await file.write(content);
  }

  function flush(): void {
    timer = undefined;
    writing = writing.then(write).catch(() => {
      // Whoever looks on sees no more of it. A disk that is full is told by the files that count.
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
      await file?.close().catch(() => {}); // It goes away with the next step.
      // A leftover harms nobody: it is looked at only while its run goes on.
      if (earlier !== undefined) await disk.remove(earlier).catch(() => {});
      if (file !== undefined) await disk.remove(path).catch(() => {});
    },
  };
}

/** One that a killed process left is not gone on with. */
async function begin(disk: Disk, path: string): Promise<DiskFile> {
  await disk.remove(path);
  return await disk.open(path, "new");
}
