/** The few file operations needed for writing, in one place, so that tests can observe them or make any of them fail. */
import { closeSync, fdatasync, fsync, open as openDescriptor, write, writeSync } from "node:fs";
import { mkdir, open, rename, rm, truncate } from "node:fs/promises";
import { promisify } from "node:util";
import { AxisError, systemCode } from "../../core/error.ts";

/** A file being written. */
export interface DiskFile {
  /** For a new file, it may be called again before it resolves: bytes are written in the order of the calls. */
  write(bytes: Uint8Array): Promise<void>;
  /** Writes to the system's cache before it returns: this keeps the order without a queue. */
  writeNow(bytes: Uint8Array): void;
  /** Flushes the file to disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Where files are written. */
export interface Disk {
  /** `new` fails if the file exists, and never follows a link. */
  open(path: string, how: "new" | "append"): Promise<DiskFile>;
  /** Fails if the folder exists. */
  makeFolder(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Cuts the file to that length; on disk when resolved. */
  truncate(path: string, bytes: number): Promise<void>;
  syncFolder(path: string): Promise<void>;
}

// Plain descriptors: a run writes many small files, and the objects and threads of file handles would double the cost.
const openDescriptorAsync = promisify(openDescriptor);
const syncDescriptor = promisify(fsync);
const syncData = promisify(fdatasync);
const writePart = promisify(write);
/** Up to this size, writing to the system's cache is faster than handing the bytes to another thread. */
const shortBytes = 16_384;

/** The file system of this machine. */
export const nodeDisk: Disk = {
  open: async (path, how) => toDiskFile(await openDescriptorAsync(path, how === "new" ? "wx" : "a"), how),
  makeFolder: (path) => mkdir(path),
  rename,
  remove: (path) => rm(path, { force: true }),
  async truncate(path, bytes) {
    await truncate(path, bytes);
    await using handle = await open(path, "r+");
    await handle.datasync();
  },
  async syncFolder(path) {
    // Windows cannot open folders; there, the file system's own log makes a rename durable.
    if (process.platform === "win32") return;
    const folder = await openDescriptorAsync(path, "r");
    try {
      await syncDescriptor(folder);
    } finally {
      closeSync(folder);
    }
  },
};

function toDiskFile(descriptor: number, how: "new" | "append"): DiskFile {
  /** After closing, the descriptor may belong to another file. */
  let isOpen = true;
  const number = () => {
    if (!isOpen) throw new Error("The file is closed");
    return descriptor;
  };
  /** The position of the next bytes in a new file; in append mode, the system writes at the end. */
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
        done += (await writePart(number(), bytes, done, bytes.length - done, placeAt(done))).bytesWritten;
    },
    writeNow,
    sync: async () => await syncData(number()),
    async close() {
      const closing = number();
      isOpen = false;
      closeSync(closing);
    },
  };
}

const diskFailures: Record<string, string> = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is exceeded",
  EIO: "The disk failed",
};
const permissionHint = "Give this user write permission for it";
const moveAwayHint = "Something else is at this path: move it away";
const refusalHints: Record<string, string> = {
  EACCES: permissionHint,
  EPERM: permissionHint,
  EROFS: permissionHint,
  EISDIR: moveAwayHint,
  ENOTDIR: moveAwayHint,
  ELOOP: moveAwayHint,
};

/** Turns a failed write into a readable error; an unknown error is returned unchanged. */
export function toDiskWriteError(path: string, cause: unknown): unknown {
  const code = systemCode(cause);
  if (code === undefined || cause instanceof AxisError) return cause;
  const sentence = diskFailures[code];
  if (sentence !== undefined)
    return new AxisError("disk", `${sentence}: ${path} could not be written (${code})`, {
      hint: "Everything written before is safe. Free some space and run the command again",
      cause,
    });
  if (code === "ENOENT")
    return new AxisError("disk", `${path} could not be written because its folder no longer exists (${code})`, {
      hint: "Something deleted it while AXIS was running. List the remaining reports with: axis reports",
      cause,
    });
  const hint = refusalHints[code];
  if (hint === undefined) return cause;
  return new AxisError("not-writable", `${path} could not be written (${code})`, { hint, cause });
}

/** Wraps a disk so that its errors name the file. */
export function withNamedErrors(disk: Disk): Disk {
  return {
    open: async (path, how) => fileWithNamedErrors(await withNamedError(path, disk.open(path, how)), path),
    makeFolder: (path) => withNamedError(path, disk.makeFolder(path)),
    rename: (from, to) => withNamedError(to, disk.rename(from, to)),
    remove: (path) => withNamedError(path, disk.remove(path)),
    truncate: (path, bytes) => withNamedError(path, disk.truncate(path, bytes)),
    syncFolder: (path) => withNamedError(path, disk.syncFolder(path)),
  };
}

function fileWithNamedErrors(file: DiskFile, path: string): DiskFile {
  return {
    write: (bytes) => withNamedError(path, file.write(bytes)),
    writeNow(bytes) {
      try {
        file.writeNow(bytes);
      } catch (error) {
        throw toDiskWriteError(path, error);
      }
    },
    sync: () => withNamedError(path, file.sync()),
    close: () => withNamedError(path, file.close()),
  };
}

async function withNamedError<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toDiskWriteError(path, error);
  }
}
