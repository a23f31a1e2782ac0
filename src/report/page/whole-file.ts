/** Writes to a temporary file first and then renames it, so that readers never see a partial file or lose the old one. */
import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AxisError, systemCode } from "../../core/error.ts";
import { notWritableError } from "./not-writable.ts";

type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Returns a unique name in the same folder. */
export function siblingPath(path: string, end: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.${end}`);
}

/** A path given by a user may be /dev/stdout or a shell's `>(gzip)`: that is written to and never replaced. */
export async function isPipeOrDevice(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return null;
    throw notWritableError(path, error);
  });
  return found !== null && !found.isFile() && !found.isDirectory();
}

/** For paths that may name a pipe or a device. */
export async function writeFileOrPipe(path: string, pieces: Chunks): Promise<void> {
  await ((await isPipeOrDevice(path)) ? writeIntoPipe : replaceFile)(path, pieces);
}

export async function replaceFile(path: string, pieces: Chunks): Promise<void> {
  const written = siblingPath(path, "tmp");
  try {
    await writeNewFile(written, pieces);
    await rename(written, path);
  } catch (cause) {
    await rm(written, { force: true }).catch(() => {}); // The first error is the one that matters.
    throw toWriteError(path, cause);
  }
}

async function writeNewFile(path: string, pieces: Chunks): Promise<void> {
  await using file = await open(path, "wx");
  // Unlike write, writeFile continues until the whole chunk is written, or throws.
  for await (const piece of pieces) await file.writeFile(piece);
  await file.datasync();
}

async function writeIntoPipe(path: string, pieces: Chunks): Promise<void> {
  try {
    await using file = await open(path, "w");
    for await (const piece of pieces) await file.writeFile(piece);
  } catch (cause) {
    throw toWriteError(path, cause);
  }
}

/** An error in the content is not an error of the path. */
function toWriteError(path: string, cause: unknown): AxisError {
  return cause instanceof AxisError ? cause : notWritableError(path, cause);
}
