/** Writes a file beside its name first and then renames it, so that a reader never sees half of it, nor loses the one before. */
import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AxisError, systemCode } from "../core/error.ts";
import { notWritable } from "./not-writable.ts";

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** A name of its own in the same folder. */
export function beside(path: string, end: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.${end}`);
}

/** What a person names may be /dev/stdout, or what a shell makes of `>(gzip)`: that is written to and never replaced. */
export async function isPipeOrDevice(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return null;
    throw notWritable(path, error);
  });
  return found !== null && !found.isFile() && !found.isDirectory();
}

/** Where something that is no file may have the name. */
export async function writeNamed(path: string, pieces: Pieces): Promise<void> {
  await ((await isPipeOrDevice(path)) ? writeInto : writeBeside)(path, pieces);
}

export async function writeBeside(path: string, pieces: Pieces): Promise<void> {
  const written = beside(path, "tmp");
  try {
    await writeNew(written, pieces);
    await rename(written, path);
  } catch (cause) {
    await rm(written, { force: true }).catch(() => {}); // The first error says what is wrong.
    throw asMistake(path, cause);
  }
}

async function writeNew(path: string, pieces: Pieces): Promise<void> {
  await using file = await open(path, "wx");
  // Unlike write, it goes on until all of a piece is written, or says why not.
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

/** What is wrong with what was to be written is no fault of the place. */
function asMistake(path: string, cause: unknown): AxisError {
  return cause instanceof AxisError ? cause : notWritable(path, cause);
}
