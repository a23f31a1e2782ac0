/** Reads and copies regular files below a folder without ever following a link, also where one is swapped in meanwhile. */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, type FileHandle, lstat, open, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../core/error.ts";
import { staysInside } from "../core/paths/inside.ts";

/** Not following the last part; and not waiting for a writer, should it be a FIFO. */
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** What the state of a file can cause. Anything else (too many open files, a bad disk) is ours, and thrown. */
const refusals = new Set(
  "EACCES EPERM ENOENT ENOTDIR EISDIR ELOOP EMLINK ENAMETOOLONG ENXIO ENODEV EOPNOTSUPP ETXTBSY EINVAL".split(" "),
);

/** Whether an error says something about the file, and nothing about this machine. */
export function isRefusal(error: unknown): boolean {
  return refusals.has(systemCode(error) ?? "");
}

/** The real path of a folder; null where it is missing, or is not itself a folder. */
export async function realFolder(folder: string): Promise<string | null> {
  try {
    return (await lstat(folder)).isDirectory() ? await realpath(folder) : null;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Opens a regular file; null where there is none that can be read without following a link. `realRoot` is a real path. */
export async function openRegular(realRoot: string, path: string): Promise<FileHandle | null> {
  let handle: FileHandle | undefined;
  try {
    const place = join(realRoot, path);
    handle = await open(place, readOnly);
    const opened = await handle.stat({ bigint: true });
    const real = await realpath(place);
    const found = await lstat(real, { bigint: true });
    const same = found.ino === opened.ino && found.dev === opened.dev;
    if (opened.isFile() && same && staysInside(realRoot, real)) return handle;
  } catch (error) {
    await handle?.close();
    if (isRefusal(error)) return null;
    throw error;
  }
  await handle.close();
  return null;
}

/** Reads at most `limit` bytes; null where there are more. What is counted is what was read, not what was promised. */
export async function readAtMost(handle: FileHandle, limit: number): Promise<Uint8Array | null> {
  const { size } = await handle.stat();
  if (size > limit) return null;
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(total === 0 ? size + 1 : 65_536));
    total += bytesRead;
    if (total > limit) return null;
    chunks.push(buffer.subarray(0, bytesRead));
    if (bytesRead < buffer.length) return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
  }
}

/** Copies an open file to a new place (sharing its blocks where the file system can), with its mode but for set-id bits. */
export async function copyRegular(handle: FileHandle, target: string): Promise<CopiedFile> {
  const { mode, mtime } = await handle.stat();
  await copyContent(handle, target);
  const copy = await open(target, readOnly);
  try {
    if ((mode & 0o7000) !== 0 || process.platform !== "linux") await copy.chmod(mode & 0o777);
    const hashed = await hashOf(copy);
    // Programs such as make compare the times of files, so a copy keeps them.
    await copy.utimes(mtime, mtime);
    return { ...hashed, mode: mode & 0o777 };
  } finally {
    await copy.close();
  }
}

/** What a copy turned out to hold. */
export interface CopiedFile {
  readonly size: number;
  readonly sha256: string;
  readonly mode: number;
}

/** Through the handle, not the path: what the path names may have changed since it was opened. */
async function copyContent(handle: FileHandle, target: string): Promise<void> {
  if (process.platform === "linux") {
    try {
      const flags = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
      return await copyFile(`/proc/self/fd/${handle.fd}`, target, flags);
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
      // No /proc here: the bytes go through this process.
    }
  }
  await writeFile(target, handle.createReadStream({ autoClose: false, start: 0 }), { flag: "wx" });
}

async function hashOf(handle: FileHandle): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(65_536);
  let size = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, size);
    if (bytesRead === 0) return { size, sha256: hash.digest("hex") };
    hash.update(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
}
