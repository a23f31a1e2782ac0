/** Reads and copies regular files below a folder without ever following a link, even if one is swapped in meanwhile. */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, type FileHandle, lstat, open, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../../core/error.ts";
import { isInside } from "../../core/paths/inside.ts";

/** Does not follow a link in the last part of the path, and does not wait for a writer if the file is a FIFO. */
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Errors of this machine: it has no room, or no more open files. */
const machineErrorCodes = new Set("EMFILE ENFILE ENOMEM ENOSPC EDQUOT EAGAIN".split(" "));

/**
 * Whether an error is about the file and not about this machine or AXIS. An agent can cause almost every error with what
 * it leaves behind (a mounted /proc answers ESRCH and EIO), so all that it might have caused are its own.
 */
export function isFileError(error: unknown): boolean {
  const code = systemCode(error);
  return code !== undefined && /^E[A-Z0-9]+$/.test(code) && !machineErrorCodes.has(code);
}

/** Returns the real path of a folder; null if it is missing or is not a folder itself. */
export async function resolveFolder(folder: string): Promise<string | null> {
  try {
    return (await lstat(folder)).isDirectory() ? await realpath(folder) : null;
  } catch (error) {
    if (isFileError(error)) return null;
    throw error;
  }
}

/** Opens a regular file; null if none can be read without following a link. `realRoot` must be a real path. */
export async function openRegularFile(realRoot: string, path: string): Promise<FileHandle | null> {
  let handle: FileHandle | undefined;
  try {
    const place = join(realRoot, path);
    handle = await open(place, readOnly);
    const opened = await handle.stat({ bigint: true });
    const real = await realpath(place);
    const found = await lstat(real, { bigint: true });
    const same = found.ino === opened.ino && found.dev === opened.dev;
    if (opened.isFile() && same && isInside(realRoot, real)) return handle;
  } catch (error) {
    await handle?.close();
    if (isFileError(error)) return null;
    throw error;
  }
  await handle.close();
  return null;
}

/** Reads at most `limit` bytes; null if there are more. Counts the bytes that were read, not the size the system reported. */
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

/** Copies an open file (sharing its blocks where the file system can), with its mode except for set-id bits. */
export async function copyRegularFile(handle: FileHandle, target: string): Promise<CopiedFile> {
  const { mode, mtime } = await handle.stat();
  await copyContent(handle, target);
  const copy = await open(target, readOnly);
  try {
    if ((mode & 0o7000) !== 0 || process.platform !== "linux") await copy.chmod(mode & 0o777);
    const hashed = await hashHandle(copy);
    // Programs such as make compare file times, so a copy keeps them.
    await copy.utimes(mtime, mtime);
    return { ...hashed, mode: mode & 0o777 };
  } finally {
    await copy.close();
  }
}

/** What a copy contains. */
export interface CopiedFile {
  readonly size: number;
  readonly sha256: string;
  readonly mode: number;
}

/** Copies through the handle, because the path may name another file by now. */
async function copyContent(handle: FileHandle, target: string): Promise<void> {
  if (await isSparse(handle)) return await copySparse(handle, target);
  if (process.platform === "linux") {
    try {
      const flags = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
      return await copyFile(`/proc/self/fd/${handle.fd}`, target, flags);
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
      // Without /proc, this process copies the bytes itself.
    }
  }
  await writeFile(target, handle.createReadStream({ autoClose: false, start: 0 }), { flag: "wx" });
}

const blockBytes = 1024 ** 2;

/** Whether a file has holes. Copying them as zeros would fill the disk with what takes no room. */
async function isSparse(handle: FileHandle): Promise<boolean> {
  const { size, blocks } = await handle.stat();
  return size - blocks * 512 >= blockBytes;
}

/** Copies only the blocks that hold something, up to the size the file has now. */
async function copySparse(handle: FileHandle, target: string): Promise<void> {
  const { size, mode } = await handle.stat();
  await using copy = await open(target, "wx", mode & 0o777);
  await copy.chmod(mode & 0o777);
  await copy.truncate(size);
  const [block, zeros] = [Buffer.allocUnsafe(blockBytes), Buffer.alloc(blockBytes)];
  for (let at = 0; at < size;) {
    const { bytesRead } = await handle.read(block, 0, Math.min(blockBytes, size - at), at);
    if (bytesRead === 0) return;
    const piece = block.subarray(0, bytesRead);
    if (!piece.equals(zeros.subarray(0, bytesRead))) await copy.write(piece, 0, bytesRead, at);
    at += bytesRead;
  }
}

/** Hashes everything an open file contains. */
export async function hashHandle(handle: FileHandle): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(Math.min(blockBytes, Math.max(4096, (await handle.stat()).size + 1)));
  let size = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, size);
    if (bytesRead === 0) return { size, sha256: hash.digest("hex") };
    hash.update(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
}
