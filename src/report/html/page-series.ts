/** Pages that are filled one after the other, each with what its runs share. */
import type { PageRun } from "./pack-run.ts";
import { PageBlocks } from "./page-blocks.ts";
import { SegmentWindow } from "./segment-window.ts";
import { SharedText } from "./shared-text.ts";
import { memorySpool, type Spool } from "./spool.ts";

export interface SeriesOptions {
  /** Bytes of runs on one page; the rest goes to further pages. Default: all on one. */
  readonly pageBytes?: number;
  /** Where the blocks of a further page wait; default: in memory. */
  readonly newSpool?: () => Spool;
}

export class PageSeries {
  readonly #newPage: () => PageBlocks;
  readonly #full: Spool[] = [];
  #page: PageBlocks;

  /** Told of the keys of pieces that come again. */
  constructor(repeated: ReadonlySet<number>, { newSpool = memorySpool, pageBytes = Infinity }: SeriesOptions) {
    const window = new SegmentWindow();
    this.#newPage = () =>
      new PageBlocks({ shared: new SharedText(repeated, window), spool: newSpool(), mostBytes: pageBytes });
    this.#page = this.#newPage();
  }

  /** The number of the page it is on, from 0. */
  async add(run: PageRun, id: string): Promise<number> {
    const once = readingOnce(run);
    if (!(await this.#page.add(once, id))) {
      this.#full.push(await this.#page.end());
      this.#page = this.#newPage();
      await this.#page.add(once, id);
    }
    return this.#full.length;
  }

  /** The blocks of every page. Nothing is added after it. */
  async end(): Promise<readonly Spool[]> {
    return [...this.#full, await this.#page.end()];
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
