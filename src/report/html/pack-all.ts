/** Packs the runs of all sides onto pages, each page with the text its runs share. */
import { AxisError } from "../../core/error.ts";
import { type Block, packBlock } from "./block.ts";
import { packRun, type PageRun, scanRun } from "./pack-run.ts";
import type { PageSide } from "./pages.ts";
import { RepeatedText } from "./repeated-text.ts";
import { SegmentWindow } from "./segment-window.ts";
import { SharedText } from "./shared-text.ts";
import { memorySpool, type Spool } from "./spool.ts";
import { segmentId } from "./text-references.ts";

/** The blocks of one page while it is being filled: its runs, and the text they share. */
class PageBlocks {
  #runs = 0;
  #segments = 0;
  #bytes = 0;

  constructor(
    readonly shared: SharedText,
    readonly spool: Spool,
    readonly mostBytes: number,
  ) {}

  /** Returns false if there is no room left; an empty page takes any run. */
  async add(run: PageRun, id: string): Promise<boolean> {
    const { shared, mostBytes } = this;
    const packed = await packRun(run, id, shared);
    await this.#addSegments();
    const size = packed.reduce((sum, { text }) => sum + text.length, 0);
    // Counts the open segment as if it could not be compressed at all.
    if (this.#runs > 0 && this.#bytes + size + shared.openLength > mostBytes) return false;
    for (const block of packed) await this.#addBlock(block);
    this.#runs += 1;
    return true;
  }

  /** Closes the page; nothing can be added afterwards. */
  async end(): Promise<Spool> {
    this.shared.close();
    await this.#addSegments();
    return this.spool;
  }

  async #addSegments(): Promise<void> {
    for (const text of this.shared.takeSegments()) {
      await this.#addBlock(await packBlock(segmentId(this.#segments), text));
      this.#segments += 1;
    }
  }

  async #addBlock({ text }: Block): Promise<void> {
    this.#bytes += text.length;
    await this.spool.add(text);
  }
}

interface SeriesOptions {
  /** Bytes of runs per page; the rest goes to further pages. Default: one page for all. */
  readonly pageBytes?: number;
  /** Creates the buffer for the blocks of a further page; default: in memory. */
  readonly newSpool?: () => Spool;
}

class PageSeries {
  readonly #newPage: () => PageBlocks;
  readonly #full: Spool[] = [];
  #page: PageBlocks;

  /** `repeated` has the keys of repeated pieces. */
  constructor(repeated: ReadonlySet<number>, { newSpool = memorySpool, pageBytes = Infinity }: SeriesOptions) {
    const window = new SegmentWindow();
    this.#newPage = () => new PageBlocks(new SharedText(repeated, window), newSpool(), pageBytes);
    this.#page = this.#newPage();
  }

  /** Adds a run and returns its page number, from 0. */
  async add(run: PageRun, id: string): Promise<number> {
    const once = cacheArtifacts(run);
    if (!(await this.#page.add(once, id))) {
      this.#full.push(await this.#page.end());
      this.#page = this.#newPage();
      await this.#page.add(once, id);
    }
    return this.#full.length;
  }

  /** Returns the blocks of every page; nothing can be added afterwards. */
  async end(): Promise<readonly Spool[]> {
    return [...this.#full, await this.#page.end()];
  }
}

/** Reads each artifact once, even if a run packed for one page moves to the next. */
function cacheArtifacts({ run, readArtifact }: PageRun): PageRun {
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

/** Yields results in the order of their items and starts the next few in advance. */
interface StartedItem<Item, Result> {
  readonly item: Item;
  readonly result: Promise<Result>;
}

/** If the caller stops early, errors of the items already started are ignored. */
export function* startAhead<Item, Result>(
  items: readonly Item[],
  begin: (item: Item) => Promise<Result>,
  count: number,
): Generator<StartedItem<Item, Result>> {
  const begun: StartedItem<Item, Result>[] = [];
  for (const item of items) {
    const result = begin(item);
    result.catch(() => {}); // The consumer handles the error when it takes the result.
    begun.push({ item, result });
    if (begun.length > count) yield begun.shift() as StartedItem<Item, Result>;
  }
  yield* begun;
}
