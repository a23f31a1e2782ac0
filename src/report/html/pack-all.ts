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

/** Characters of runs that are kept from the first look to the second; those that do not fit are read again. */
const usualKeptLength = 4_000_000;

/** Runs that cannot be read are left out; whoever reads them says why. */
export async function packAll(sides: readonly PageSide[], pageBytes: number, keptLength = usualKeptLength) {
  const { repeated, looked } = await lookAtAll(sides, keptLength);
  let page = new PageBlocks(repeated, pageBytes);
  const pages = [page];
  const places: Map<string, Placed>[] = [];
  for (const [number, side] of sides.entries()) {
    const placed = new Map<string, Placed>();
    places.push(placed);
    for (const [position, file] of side.files.entries()) {
      const before = looked[number]?.get(file) ?? null;
      const found = before === "again" ? await side.readRun(file) : before;
      looked[number]?.delete(file);
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

/** A run that was looked at; "again" where there was no room to keep it. One that could not be read is not there. */
type Looked = Map<string, PageRun | "again">;

/** Reads every run, to see what comes again. */
async function lookAtAll(sides: readonly PageSide[], keptLength: number) {
  const repeated = new RepeatedText();
  let room = keptLength;
  const looked: Looked[] = [];
  for (const side of sides) {
    const seen: Looked = new Map();
    looked.push(seen);
    for (const file of side.files) {
      const run = await side.readRun(file);
      if (run === null) continue;
      const length = lookThrough(run.detail, repeated);
      seen.set(file, length <= room ? run : "again");
      if (length <= room) room -= length;
    }
  }
  return { repeated, looked };
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
