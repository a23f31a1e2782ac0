/** The blocks of one page while it is being filled: its runs, and the text they share. */
import { type Block, packBlock } from "./block.ts";
import { packRun, type PageRun } from "./pack-run.ts";
import type { SharedText } from "./shared-text.ts";
import type { Spool } from "./spool.ts";
import { segmentId } from "./text-references.ts";

export interface PageBlocksDeps {
  readonly shared: SharedText;
  readonly spool: Spool;
  readonly mostBytes: number;
}

export class PageBlocks {
  readonly #room: PageBlocksDeps;
  #runs = 0;
  #segments = 0;
  #bytes = 0;

  constructor(room: PageBlocksDeps) {
    this.#room = room;
  }

  /** Returns false if there is no room left; an empty page takes any run. */
  async add(run: PageRun, id: string): Promise<boolean> {
    const { shared, mostBytes } = this.#room;
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
    this.#room.shared.close();
    await this.#addSegments();
    return this.#room.spool;
  }

  async #addSegments(): Promise<void> {
    for (const text of this.#room.shared.takeSegments()) {
      await this.#addBlock(await packBlock(segmentId(this.#segments), text));
      this.#segments += 1;
    }
  }

  async #addBlock({ text }: Block): Promise<void> {
    this.#bytes += text.length;
    await this.#room.spool.add(text);
  }
}
