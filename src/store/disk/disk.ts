/** The few file operations that writing needs, in one place, so that a test can watch them or make any one of them fail. */
import { writeSync } from "node:fs";
import { open, mkdir, rename, rm, truncate } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { AxisError, systemCode } from "../../core/error.ts";

/** A file being written. */
export interface DiskFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Into the system's cache, before returning: keeps the order and needs no queue. */
  writeNow(bytes: Uint8Array): void;
  /** Down to the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Where files are written. */
export interface Disk {
  /** `new` refuses a file that is there, and never follows a link. */
  open(path: string, how: "new" | "append"): Promise<DiskFile>;
  /** Exclusively: fails where it exists. */
  makeFolder(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Cut to that length, on disk when resolved. */
  truncate(path: string, bytes: number): Promise<void>;
  syncFolder(path: string): Promise<void>;
}

/** The file system of this machine. */
export const nodeDisk: Disk = {
  open: async (path, how) => openedFile(await open(path, how === "new" ? "wx" : "a")),
  makeFolder: (path) => mkdir(path),
  rename,
  remove: (path) => rm(path, { force: true }),
  async truncate(path, bytes) {
    await truncate(path, bytes);
    await using handle = await open(path, "r+");
    await handle.datasync();
  },
  async syncFolder(path) {
    // Windows cannot open folders; there a rename is on disk with the file system's own log.
    if (process.platform === "win32") return;
    const handle = await open(path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

function openedFile(handle: FileHandle): DiskFile {
  return {
    write: (bytes) => handle.writeFile(bytes),
    writeNow(bytes) {
      for (let done = 0; done < bytes.length;) done += writeSync(handle.fd, bytes, done);
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

const full: Record<string, string> = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is used up",
  EIO: "The disk failed",
};
const refused = new Set(["EACCES", "EPERM", "EROFS"]);

/** What a failed write means to people; an error without such a meaning comes back as it is. */
export function writeProblem(path: string, cause: unknown): unknown {
  const code = systemCode(cause);
  if (code === undefined || cause instanceof AxisError) return cause;
  const sentence = full[code];
  if (sentence !== undefined)
    return new AxisError("disk", `${sentence}: ${path} could not be written (${code})`, {
      hint: "What was recorded is safe. Make room, then go on with: axis run --resume",
      cause,
    });
  if (!refused.has(code)) return cause;
  return new AxisError("not-writable", `${path} could not be written (${code})`, {
    hint: "Give this user the right to write there",
    cause,
  });
}

/** The same disk, whose errors name the file. */
export function withNamedErrors(disk: Disk): Disk {
  return {
    open: async (path, how) => fileWithNamedErrors(await named(path, disk.open(path, how)), path),
    makeFolder: (path) => named(path, disk.makeFolder(path)),
    rename: (from, to) => named(to, disk.rename(from, to)),
    remove: (path) => named(path, disk.remove(path)),
    truncate: (path, bytes) => named(path, disk.truncate(path, bytes)),
    syncFolder: (path) => named(path, disk.syncFolder(path)),
  };
}

function fileWithNamedErrors(file: DiskFile, path: string): DiskFile {
  return {
    write: (bytes) => named(path, file.write(bytes)),
    writeNow(bytes) {
      try {
        file.writeNow(bytes);
      } catch (error) {
        throw writeProblem(path, error);
      }
    },
    sync: () => named(path, file.sync()),
    close: () => named(path, file.close()),
  };
}

async function named<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw writeProblem(path, error);
  }
}
