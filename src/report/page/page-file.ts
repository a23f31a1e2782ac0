/** Writes pages, each completely or not at all. */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { systemCode } from "../../core/error.ts";
import { isPipeOrDevice, replaceFile, siblingPath, writeFileOrPipe } from "../../core/files/write-file.ts";
import { buildHtmlPages, type PagesInput } from "../html/pages.ts";
import { chooseTemplate, readTemplate } from "../html/template.ts";
import { FileSpools } from "./file-spool.ts";
import { withPageError } from "./not-writable.ts";

/** Bytes of runs per page, so that a file with script and index stays below 15 MB, small enough to mail and open quickly. @public */
export const pageBytes = 14_000_000;

export interface PageFileOptions {
  /** Write one file of any size, to be shared. */
  readonly isSingle?: boolean;
}

/** Writes the page, and further pages beside it if one would be too large. */
export async function writePageFile(path: string, input: PagesInput, options: PageFileOptions = {}): Promise<void> {
  const end = extname(path);
  const name = (number: number) => (number === 1 ? basename(path) : `${basename(path, end)}-${number}${end}`);
  const isStream = options.isSingle === true && (await withPageError(path, isPipeOrDevice(path)));
  const waiting = isStream ? join(tmpdir(), "page") : path;
  await using spools = new FileSpools(path, (number) => siblingPath(waiting, `${number}.tmp`));
  const template = await readTemplate(chooseTemplate(input.sides.map(({ report }) => report)));
  const pages = await buildHtmlPages(template, input, {
    pageName: name,
    newSpool: () => spools.next(),
    ...(options.isSingle ? {} : { pageBytes }),
  });
  const write = options.isSingle ? writeFileOrPipe : replaceFile;
  // The first page is written last, so that the pages it links to already exist.
  for (const page of pages.toReversed()) {
    const file = join(dirname(path), page.name);
    await withPageError(file, write(file, page.pieces));
  }
  if (!options.isSingle) await removeStalePages((number) => join(dirname(path), name(number)), pages.length + 1);
}

/** Deletes further pages of an earlier, larger version, because nothing links to them any more. */
async function removeStalePages(pathOf: (number: number) => string, from: number): Promise<void> {
  for (let number = from; ; number += 1) {
    try {
      await rm(pathOf(number));
    } catch (error) {
      if (systemCode(error) === "ENOENT") return;
      throw error;
    }
  }
}
