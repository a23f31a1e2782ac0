/** Packs the runs of all sides onto pages, each page with the text its runs share. */
import { AxisError } from "../../core/error.ts";
import { startAhead } from "./start-ahead.ts";
import { scanRun, type PageRun } from "./pack-run.ts";
import { PageSeries, type SeriesOptions } from "./page-series.ts";
import type { PageSide } from "./pages.ts";
import { RepeatedText } from "./repeated-text.ts";
import type { Spool } from "./spool.ts";

/** The location of a run. */
export interface RunLocation {
  readonly block: string;
  readonly page: number;
}

export interface PackOptions extends SeriesOptions {
  /** For tests. */
  readonly keptLength?: number;
}

export interface PackedPages {
  /** The blocks of each page. */
  readonly pages: readonly Spool[];
  /** The location of each run by file, one map per side. */
  readonly places: readonly ReadonlyMap<string, RunLocation>[];
}

/** Characters of runs kept in memory between the two passes; runs beyond that are read again. */
const defaultKeptLength = 4_000_000;

/** How many runs to read in advance while others are packed. */
const readAhead = 3;

/** Leaves out runs that cannot be read and reports each one to its side. */
export async function packAll(sides: readonly PageSide[], options: PackOptions): Promise<PackedPages> {
  const { repeated, looked } = await scanAllRuns(sides, options.keptLength ?? defaultKeptLength);
  const pages = new PageSeries(repeated, options);
  const places: Map<string, RunLocation>[] = [];
  for (const [number, side] of sides.entries()) {
    const placed = new Map<string, RunLocation>();
    places.push(placed);
    const again = (file: string) => {
      const known = looked[number]?.get(file);
      looked[number]?.delete(file);
      return known === "again" ? side.readRun(file) : Promise.resolve(known);
    };
    await forEachRun(side, again, async (run, file, position) => {
      if (run === undefined) return;
      const block = `r${number}.${position}`;
      placed.set(file, { block, page: await pages.add(run, block) });
    });
  }
  return { pages: await pages.end(), places };
}

/** A run from the first pass; "again" if there was no room to keep it. Unreadable runs are absent. */
type ScannedRuns = Map<string, PageRun | "again">;

/** Reads every run to find repeated text. */
async function scanAllRuns(sides: readonly PageSide[], keptLength: number) {
  const repeated = new RepeatedText();
  let room = keptLength;
  const looked: ScannedRuns[] = [];
  for (const side of sides) {
    const seen: ScannedRuns = new Map();
    looked.push(seen);
    await forEachRun(side, side.readRun, async (run, file) => {
      const length = await scanRun(run.run, repeated);
      seen.set(file, length <= room ? run : "again");
      if (length <= room) room -= length;
    });
  }
  return { repeated: repeated.listRepeated(), looked };
}

type OnRun<Run> = (run: Run, file: string, position: number) => Promise<void>;

/** Visits runs one after another. Rows are read lazily, so an error in a run can surface at any row. */
async function forEachRun<Run>(side: PageSide, read: (file: string) => Promise<Run>, take: OnRun<Run>): Promise<void> {
  let position = 0;
  for (const { item: file, result } of startAhead(side.files, read, readAhead)) {
    try {
      await take(await result, file, position);
    } catch (error) {
      if (!(error instanceof AxisError && error.code === "report-unreadable")) throw error;
      side.onLeftOut(error);
    }
    position += 1;
  }
}
