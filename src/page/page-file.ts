/** Writes pages, each whole or not at all. */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { systemCode } from "../core/error.ts";
import { htmlPages, type PagesInput } from "../report/html/pages.ts";
import { readTemplate } from "../report/html/template.ts";
import { FileSpools } from "./file-spool.ts";
import { beside, isPipeOrDevice, writeBeside, writeNamed } from "./whole-file.ts";

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
  const write = options.isSingle ? writeNamed : writeBeside;
  // Last the first: what it links to is there before it.
  for (const page of pages.toReversed()) await write(join(dirname(path), page.name), page.pieces);
  if (!options.isSingle) await removeFurther((number) => join(dirname(path), name(number)), pages.length + 1);
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
