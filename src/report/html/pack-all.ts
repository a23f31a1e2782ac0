/** Packs the runs of all sides onto pages, each page with what its runs share. */
import { AxisError } from "../../core/error.ts";
import { lookThrough, type PageRun } from "./pack-run.ts";
import { PageBlocks } from "./page-blocks.ts";
import type { PageSide } from "./pages.ts";
import { RepeatedText } from "./repeated-text.ts";
import { SegmentWindow } from "./segment-window.ts";
import { SharedText } from "./shared-text.ts";
import { memorySpool, type Spool } from "./spool.ts";

/** Where a run is. */
export interface Placed {
  readonly block: string;
  readonly page: number;
}

export interface PackOptions {
  /** Bytes of runs on one page; the rest goes to further pages. Default: all on one. */
  readonly pageBytes?: number;
  /** Where the blocks of a further page wait; default: in memory. */
  readonly newSpool?: () => Spool;
  /** For tests. */
  readonly keptLength?: number;
}

export interface Packed {
  /** The blocks of each page. */
  readonly pages: readonly Spool[];
  /** Where each run is, by its file; one for each side. */
  readonly places: readonly ReadonlyMap<string, Placed>[];
}

/** Characters of runs that are kept from the first look to the second; those that do not fit are read again. */
const usualKeptLength = 4_000_000;

/** Runs that cannot be read are left out, and their sides are told why. */
export async function packAll(sides: readonly PageSide[], options: PackOptions): Promise<Packed> {
  const { repeated, looked } = await lookAtAll(sides, options.keptLength ?? usualKeptLength);
  const window = new SegmentWindow();
  const newPage = () =>
    new PageBlocks({
      shared: new SharedText(repeated, window),
      spool: options.newSpool?.() ?? memorySpool(),
      mostBytes: options.pageBytes ?? Infinity,
    });
  let page = newPage();
  const full: Spool[] = [];
  const places: Map<string, Placed>[] = [];
  for (const [number, side] of sides.entries()) {
    const placed = new Map<string, Placed>();
    places.push(placed);
    for (const [position, file] of side.files.entries()) {
      const before = looked[number]?.get(file);
      looked[number]?.delete(file);
      if (before === undefined) continue;
      const id = `r${number}.${position}`;
      await orLeftOut(side, async () => {
        const run = readingOnce(before === "again" ? await side.readRun(file) : before);
        if (!(await page.add(run, id))) {
          full.push(await page.end());
          page = newPage();
          await page.add(run, id);
        }
        placed.set(file, { block: id, page: full.length });
      });
    }
  }
  return { pages: [...full, await page.end()], places };
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
      await orLeftOut(side, async () => {
        const run = await side.readRun(file);
        const length = await lookThrough(run.run, repeated);
        seen.set(file, length <= room ? run : "again");
        if (length <= room) room -= length;
      });
    }
  }
  return { repeated: repeated.found(), looked };
}

/** Rows are read as they are packed, so what is wrong with a run may come out at any of them. */
async function orLeftOut(side: PageSide, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AxisError && error.code === "report-unreadable")) throw error;
    side.onLeftOut(error);
  }
}

/** Artifacts are read once, also where a run that was packed for one page moves on to the next. */
function readingOnce({ run, readArtifact }: PageRun): PageRun {
  const read = new Map<string, Promise<Uint8Array | null>>();
  return {
    run,
    readArtifact: (file) => {
      const known = read.get(file) ?? readArtifact(file);
      read.set(file, known);
      return known;
    },
  };
}
