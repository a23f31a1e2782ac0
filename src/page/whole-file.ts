/** Writes to a temporary file first and then renames it, so that readers never see a partial file or lose the old one. */
import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AxisError, systemCode } from "../core/error.ts";
import { notWritable } from "./not-writable.ts";

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Returns a unique name in the same folder. */
export function beside(path: string, end: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.${end}`);
}

/** A path given by a user may be /dev/stdout or a shell's `>(gzip)`: that is written to and never replaced. */
export async function isPipeOrDevice(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return null;
    throw notWritable(path, error);
  });
  return found !== null && !found.isFile() && !found.isDirectory();
}

/** For paths that may name a pipe or a device. */
export async function writeNamed(path: string, pieces: Pieces): Promise<void> {
  await ((await isPipeOrDevice(path)) ? writeInto : writeBeside)(path, pieces);
}

export async function writeBeside(path: string, pieces: Pieces): Promise<void> {
  const written = beside(path, "tmp");
  try {
    await writeNew(written, pieces);
    await rename(written, path);
  } catch (cause) {
    await rm(written, { force: true }).catch(() => {}); // The first error is the one that matters.
    throw asMistake(path, cause);
  }
}

async function writeNew(path: string, pieces: Pieces): Promise<void> {
  await using file = await open(path, "wx");
  // Unlike write, writeFile continues until the whole chunk is written, or throws.
  for await (const piece of pieces) await file.writeFile(piece);
  await file.datasync();
}

async function writeInto(path: string, pieces: Pieces): Promise<void> {
  try {
    await using file = await open(path, "w");
    for await (const piece of pieces) await file.writeFile(piece);
  } catch (cause) {
    throw asMistake(path, cause);
  }
}

/** An error in the content is not an error of the path. */
function asMistake(path: string, cause: unknown): AxisError {
  return cause instanceof AxisError ? cause : notWritable(path, cause);
}
