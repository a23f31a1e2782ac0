/** Packs the runs of all sides onto pages, each page with what its runs share. */
import { lookThrough, type PageRun } from "./pack-run.ts";
import { PageBlocks } from "./page-blocks.ts";
import type { PageSide } from "./pages.ts";
import { RepeatedText } from "./shared-text.ts";

/** Where a run is. */
export interface Placed {
  readonly block: string;
  readonly page: number;
}

/** Runs that cannot be read are left out; whoever reads them says why. */
export async function packAll(sides: readonly PageSide[], pageBytes: number) {
  const { repeated, missing } = await lookAtAll(sides);
  let page = new PageBlocks(repeated, pageBytes);
  const pages = [page];
  const places: Map<string, Placed>[] = [];
  for (const [number, side] of sides.entries()) {
    const placed = new Map<string, Placed>();
    places.push(placed);
    for (const [position, file] of side.files.entries()) {
      const found = missing[number]?.has(file) ? null : await side.readRun(file);
      if (found === null) continue;
      const run = readingOnce(found);
      const id = `r${number}.${position}`;
      if (!(await page.add(run, id))) {
        page = new PageBlocks(repeated, pageBytes);
        pages.push(page);
        await page.add(run, id);
      }
      placed.set(file, { block: id, page: pages.length - 1 });
    }
  }
  return { blocks: await Promise.all(pages.map((each) => each.all())), places };
}

/** Reads every run once, to see what comes again. */
async function lookAtAll(sides: readonly PageSide[]) {
  const repeated = new RepeatedText();
  const missing: Set<string>[] = [];
  for (const side of sides) {
    const gone = new Set<string>();
    missing.push(gone);
    for (const file of side.files) {
      const run = await side.readRun(file);
      if (run === null) gone.add(file);
      else lookThrough(run.detail, repeated);
    }
  }
  return { repeated, missing };
}

/** Artifacts are read once, also where a run that was packed for one page moves on to the next. */
function readingOnce({ detail, readArtifact }: PageRun): PageRun {
  const read = new Map<string, Promise<Uint8Array | null>>();
  return {
    detail,
    readArtifact: (file) => {
      const known = read.get(file) ?? readArtifact(file);
      read.set(file, known);
      return known;
    },
  };
}
