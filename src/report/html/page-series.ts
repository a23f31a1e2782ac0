/** Fills pages one after another, each with the text its runs share. */
import type { PageRun } from "./pack-run.ts";
import { PageBlocks } from "./page-blocks.ts";
import { SegmentWindow } from "./segment-window.ts";
import { SharedText } from "./shared-text.ts";
import { memorySpool, type Spool } from "./spool.ts";

export interface SeriesOptions {
  /** Bytes of runs per page; the rest goes to further pages. Default: one page for all. */
  readonly pageBytes?: number;
  /** Creates the buffer for the blocks of a further page; default: in memory. */
  readonly newSpool?: () => Spool;
}

export class PageSeries {
  readonly #newPage: () => PageBlocks;
  readonly #full: Spool[] = [];
  #page: PageBlocks;

  /** `repeated` has the keys of repeated pieces. */
  constructor(repeated: ReadonlySet<number>, { newSpool = memorySpool, pageBytes = Infinity }: SeriesOptions) {
    const window = new SegmentWindow();
    this.#newPage = () =>
      new PageBlocks({ shared: new SharedText(repeated, window), spool: newSpool(), mostBytes: pageBytes });
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
