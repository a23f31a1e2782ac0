/** Writes pages: each beside its name first and then renamed, so that a reader never sees half a page. */
import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { systemCode } from "../core/error.ts";
import { htmlPages, type Page, type PagesInput } from "../report/html/pages.ts";
import { readTemplate } from "../report/html/template.ts";
import { FileSpools } from "./file-spool.ts";
import { notWritable } from "./not-writable.ts";

/** Of runs; with script and index a file stays below 15 MB, which can be mailed and opens at once. More goes to further pages. */
export const pageBytes = 14_000_000;

export interface PageFileOptions {
  /** One file whatever its size, to be handed on. */
  readonly isSingle?: boolean;
}

/** Writes the page, and further ones beside it where one would be too large. */
export async function writePageFile(path: string, input: PagesInput, options: PageFileOptions = {}): Promise<void> {
  const end = extname(path);
  const name = (number: number) => (number === 1 ? basename(path) : `${basename(path, end)}-${number}${end}`);
  const isStream = options.isSingle === true && (await isPipeOrDevice(path));
  const waiting = isStream ? join(tmpdir(), "page") : path;
  await using spools = new FileSpools(path, (number) => beside(waiting, `${number}.tmp`));
  const pages = await htmlPages(await readTemplate(), input, {
    pageName: name,
    newSpool: () => spools.next(),
    ...(options.isSingle ? {} : { pageBytes }),
  });
  const write = isStream ? writeInto : writeBeside;
  // Last the first: what it links to is there before it.
  for (const page of pages.toReversed()) await write(join(dirname(path), page.name), page.pieces);
  if (!options.isSingle) await removeFurther((number) => join(dirname(path), name(number)), pages.length + 1);
}

/** A name of its own in the same folder. */
function beside(path: string, end: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.${end}`);
}

/** What a person names may be /dev/stdout, or what a shell makes of `>(gzip)`: that is written to and never replaced. */
async function isPipeOrDevice(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return null;
    throw notWritable(path, error);
  });
  return found !== null && !found.isFile() && !found.isDirectory();
}

async function writeInto(path: string, pieces: Page["pieces"]): Promise<void> {
  try {
    await using file = await open(path, "w");
    for await (const piece of pieces) await file.writeFile(piece);
  } catch (cause) {
    throw notWritable(path, cause);
  }
}

async function writeBeside(path: string, pieces: Page["pieces"]): Promise<void> {
  const written = beside(path, "tmp");
  try {
    await writePieces(written, pieces);
    await rename(written, path);
  } catch (cause) {
    await rm(written, { force: true }).catch(() => {}); // The first error says what is wrong.
    throw notWritable(path, cause);
  }
}

async function writePieces(path: string, pieces: Page["pieces"]): Promise<void> {
  await using file = await open(path, "wx");
  // Unlike write, it goes on until all of a piece is written, or says why not.
  for await (const piece of pieces) await file.writeFile(piece);
  await file.datasync();
}

/** Pages of an earlier, larger version would lead nowhere. */
async function removeFurther(pathOf: (number: number) => string, from: number): Promise<void> {
  for (let number = from; ; number += 1) {
    try {
      await rm(pathOf(number));
    } catch (error) {
      if (systemCode(error) === "ENOENT") return;
      throw error;
    }
  }
}
