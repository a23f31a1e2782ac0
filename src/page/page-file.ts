/** Writes pages: each beside its name first and then renamed, so that a reader never sees half a page. */
import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { AxisError, messageOf, systemCode } from "../core/error.ts";
import { htmlPages, type PagesInput } from "../report/html/pages.ts";
import { readTemplate } from "../report/html/template.ts";

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
  const pages = await htmlPages(await readTemplate(), input, {
    pageName: name,
    ...(options.isSingle ? {} : { pageBytes }),
  });
  // Last the first: what it links to is there before it.
  for (const page of pages.toReversed()) await writeBeside(join(dirname(path), page.name), page.pieces);
  if (!options.isSingle) await removeFurther((number) => join(dirname(path), name(number)), pages.length + 1);
}

async function writeBeside(path: string, pieces: readonly string[]): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await writePieces(beside, pieces);
    await rename(beside, path);
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => {}); // The first error says what is wrong.
    throw new AxisError("not-writable", `${path} could not be written (${messageOf(cause)})`, {
      hint: "What was there before is as it was. Make room, or give this user the right to write there",
      cause,
    });
  }
}

async function writePieces(path: string, pieces: readonly string[]): Promise<void> {
  await using file = await open(path, "wx");
  // Unlike write, it goes on until all of a piece is written, or says why not.
  for (const piece of pieces) await file.writeFile(piece);
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
