/** Writes files completely or not at all: readers see the old file or the new one, never a part of one. */
import { randomUUID } from "node:crypto";
import { constants, createReadStream, writeFileSync } from "node:fs";
import { access, lstat, open, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemCode } from "../error.ts";
import { statIfPresent } from "./path-kind.ts";

/** What is written: one text, or pieces in order. */
export type FileContent = string | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export interface WriteFileOptions {
  /** Whether the bytes are on disk before the file gets its name, so that a power failure cannot empty it; default true. */
  readonly flush?: boolean;
}

/** The operations that put a finished file in its place; the store uses those of its own disk. */
export interface FileMover {
  rename(from: string, to: string): Promise<void>;
  /** Does nothing if the file does not exist. */
  remove(path: string): Promise<void>;
}

const nodeMover: FileMover = { rename, remove: (path) => rm(path, { force: true }) };

/** Returns a unique hidden name in the same folder. */
export function siblingPath(path: string, end: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.${end}`);
}

/** Lets `write` create a temporary file beside the target, then renames it. Returns what `write` returns. */
export async function replaceWith<T>(
  path: string,
  write: (temporary: string) => Promise<T>,
  mover: FileMover = nodeMover,
): Promise<T> {
  const temporary = siblingPath(path, "tmp");
  try {
    const result = await write(temporary);
    await mover.rename(temporary, path);
    return result;
  } catch (error) {
    await mover.remove(temporary).catch(() => {}); // The first error is the useful one; a leftover is harmless.
    throw error;
  }
}

/** Replaces whatever is at the path, even a link. For paths that AXIS chooses. */
export async function replaceFile(path: string, content: FileContent, options: WriteFileOptions = {}): Promise<void> {
  await replaceWith(path, (temporary) => writeNewFile(temporary, content, options));
}

/** The open files of this process as paths. */
const descriptorPath = /^\/(?:dev\/std(?:in|out|err)|(?:dev|proc\/self)\/fd\/\d+)$/;

/** Whether a path given by a user, such as /dev/stdout or a shell's `>(gzip)`, is written to and never replaced. */
export async function isPipeOrDevice(path: string): Promise<boolean> {
  const found = await statIfPresent(path);
  return found !== undefined && (descriptorPath.test(path) || !(found.isFile() || found.isDirectory()));
}

/**
 * Writes to a path given by a user. A pipe or a device is written to, a link is followed, and a file keeps its permissions.
 * Where the file may be written but not replaced, as when it is mounted by itself, it is written in place.
 */
export async function writeFileOrPipe(path: string, content: FileContent): Promise<void> {
  const found = await statIfPresent(path);
  if (found === undefined)
    return (await isLink(path)) ? await writeInPlace(path, content) : await replaceFile(path, content);
  if (found.isFile() && descriptorPath.test(path)) return await writeToDescriptor(path, content);
  const file = found.isFile() ? await realpath(path) : path;
  if (!found.isFile() || !(await isWritable(dirname(file)))) return await writeInPlace(file, content);
  await access(file, constants.W_OK); // Renaming would replace a file that is protected.
  await replaceWith(file, (temporary) => writeNewFile(temporary, content, { mode: found.mode & 0o777 }), tolerantMover);
}

/** The system's answers when a file may be written but not replaced. */
const replaceRefusals = new Set(["EBUSY", "EPERM", "EACCES", "EXDEV"]);

const tolerantMover: FileMover = {
  async rename(from, to) {
    try {
      await rename(from, to);
    } catch (error) {
      if (!replaceRefusals.has(systemCode(error) ?? "")) throw error;
      await writeInPlace(to, createReadStream(from));
      await nodeMover.remove(from);
    }
  },
  remove: nodeMover.remove,
};

interface NewFileOptions extends WriteFileOptions {
  readonly mode?: number;
}

async function writeNewFile(path: string, content: FileContent, { flush = true, mode }: NewFileOptions): Promise<void> {
  await using file = await open(path, "wx", mode);
  // Unlike write, writeFile continues until the whole piece is written, or throws.
  for await (const piece of toBlocks(content)) await file.writeFile(piece);
  if (mode !== undefined) await file.chmod(mode);
  if (flush) await file.datasync();
}

async function writeInPlace(path: string, content: FileContent): Promise<void> {
  await using file = await open(path, "w");
  for await (const piece of toBlocks(content)) await file.writeFile(piece);
}

/** Continues where the shell's `> file` stands: opening the file again would overwrite what was printed before. */
async function writeToDescriptor(path: string, content: FileContent): Promise<void> {
  const names = ["stdin", "stdout", "stderr"];
  const descriptor = names.includes(basename(path)) ? names.indexOf(basename(path)) : Number(basename(path));
  for await (const piece of toBlocks(content)) writeFileSync(descriptor, piece);
}

const blockLength = 65_536;

/** Joins short pieces, so that a file of many lines does not need as many writes. */
async function* toBlocks(content: FileContent): AsyncGenerator<string | Uint8Array> {
  let text = "";
  for await (const piece of typeof content === "string" ? [content] : content) {
    if (typeof piece === "string") text += piece;
    if (typeof piece === "string" && text.length < blockLength) continue;
    if (text !== "") yield text;
    text = "";
    if (typeof piece !== "string") yield piece;
  }
  if (text !== "") yield text;
}

async function isLink(path: string): Promise<boolean> {
  return await lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

async function isWritable(path: string): Promise<boolean> {
  return await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}
