/** The blocks of one page while it is filled: its runs, and what they share. */
import { type Block, packBlock } from "./block.ts";
import { packRun, type PageRun } from "./pack-run.ts";
import { type RepeatedText, segmentId, SharedText } from "./shared-text.ts";

export class PageBlocks {
  readonly #shared: SharedText;
  readonly #mostBytes: number;
  readonly #runs: Block[] = [];
  /** What is shared, as far as it grows no more. */
  readonly #segments: Block[] = [];
  #bytes = 0;

  constructor(repeated: RepeatedText, mostBytes: number) {
    this.#shared = new SharedText(repeated);
    this.#mostBytes = mostBytes;
  }

  /** False where there is no room left; a page that is empty takes any run. */
  async add(run: PageRun, id: string): Promise<boolean> {
    const packed = await packRun(run, id, this.#shared);
    const { segments } = this.#shared;
    await this.#packSegments(segments.length - 1);
    const size = bytesOf(packed);
    // The last segment still grows: it is counted as if nothing of it could be compressed.
    const total = this.#bytes + size + bytesOf(this.#segments) + (segments.at(-1)?.length ?? 0);
    if (this.#runs.length > 0 && total > this.#mostBytes) return false;
    this.#runs.push(...packed);
    this.#bytes += size;
    return true;
  }

  /** Nothing is added after it. */
  async all(): Promise<Block[]> {
    await this.#packSegments(this.#shared.segments.length);
    return [...this.#segments, ...this.#runs];
  }

  async #packSegments(count: number): Promise<void> {
    const { segments } = this.#shared;
    while (this.#segments.length < count) {
      const number = this.#segments.length;
      this.#segments.push(await packBlock(segmentId(number), segments[number] ?? ""));
    }
  }
}

function bytesOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}
