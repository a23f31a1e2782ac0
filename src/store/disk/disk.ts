/** The few file operations that writing needs, in one place, so that a test can watch them or make any one of them fail. */
import { closeSync, fdatasync, fsync, open as openDescriptor, write, writeSync } from "node:fs";
import { mkdir, open, rename, rm, truncate } from "node:fs/promises";
import { promisify } from "node:util";
import { AxisError, systemCode } from "../../core/error.ts";

/** A file being written. */
export interface DiskFile {
  /** Of a new file it may be called again before it has resolved: what comes later stands later in the file. */
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

// Bare descriptors: a run writes many small files, and half of what each of them costs is the objects and threads around it.
const opened = promisify(openDescriptor);
const flushed = promisify(fsync);
const flushedData = promisify(fdatasync);
const writtenPart = promisify(write);
/** Up to here the system's cache takes bytes sooner than another thread could be told of them. */
const shortBytes = 16_384;

/** The file system of this machine. */
export const nodeDisk: Disk = {
  open: async (path, how) => openedFile(await opened(path, how === "new" ? "wx" : "a"), how),
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
    const folder = await opened(path, "r");
    try {
      await flushed(folder);
    } finally {
      closeSync(folder);
    }
  },
};

function openedFile(descriptor: number, how: "new" | "append"): DiskFile {
  /** After closing, the number may belong to another file. */
  let isOpen = true;
  const number = () => {
    if (!isOpen) throw new Error("The file is closed");
    return descriptor;
  };
  /** Where the next bytes of a new file go; what is appended goes behind whatever is there. */
  let end = 0;
  const placesFor = (bytes: Uint8Array) => {
    const start = end;
    end += bytes.length;
    return (done: number) => (how === "new" ? start + done : null);
  };
  const writeNow = (bytes: Uint8Array) => {
    const placeAt = placesFor(bytes);
    for (let done = 0; done < bytes.length;)
      done += writeSync(number(), bytes, done, bytes.length - done, placeAt(done));
  };
  return {
    async write(bytes) {
      if (bytes.length <= shortBytes) return writeNow(bytes);
      const placeAt = placesFor(bytes);
      for (let done = 0; done < bytes.length;)
        done += (await writtenPart(number(), bytes, done, bytes.length - done, placeAt(done))).bytesWritten;
    },
    writeNow,
    sync: async () => await flushedData(number()),
    async close() {
      const closing = number();
      isOpen = false;
      closeSync(closing);
    },
  };
}

const full: Record<string, string> = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is used up",
  EIO: "The disk failed",
};
const noRight = "Give this user the right to write there";
const inTheWay = "Something else is in its place: move it away";
const refused: Record<string, string> = {
  EACCES: noRight,
  EPERM: noRight,
  EROFS: noRight,
  EISDIR: inTheWay,
  ENOTDIR: inTheWay,
  ELOOP: inTheWay,
};

/** What a failed write means to people; an error without such a meaning comes back as it is. */
export function writeProblem(path: string, cause: unknown): unknown {
  const code = systemCode(cause);
  if (code === undefined || cause instanceof AxisError) return cause;
  const sentence = full[code];
  if (sentence !== undefined)
    return new AxisError("disk", `${sentence}: ${path} could not be written (${code})`, {
      hint: "What was written before is safe. Make room, then do it again",
      cause,
    });
  if (code === "ENOENT")
    return new AxisError("disk", `Its folder is gone: ${path} could not be written (${code})`, {
      hint: "Something removed it while AXIS was at work. See what is left with: axis reports",
      cause,
    });
  const hint = refused[code];
  if (hint === undefined) return cause;
  return new AxisError("not-writable", `${path} could not be written (${code})`, { hint, cause });
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
