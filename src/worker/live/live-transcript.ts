/** The transcript of a run that goes on: lines that wait to be stored, given out in chunks. */
import type { StoredChunk } from "../../store/sql/runs/run-progress.ts";
import { chunkBytes, chunkOf } from "../stored/transcript-chunks.ts";

export class LiveTranscript {
  #lines: string[] = [];
  #bytes = 0;
  /** Of the first line that waits. */
  #first: number;

  /** The first line gets this number. */
  constructor(start = 0) {
    this.#first = start;
  }

  /** The number that the next line gets. */
  get end(): number {
    return this.#first + this.#lines.length;
  }

  /** One line of JSON, without its secrets. */
  add(line: string): void {
    this.#lines.push(`${line}\n`);
    this.#bytes += Buffer.byteLength(line) + 1;
  }

  /** Whether there is enough for a chunk. */
  get isFull(): boolean {
    return this.#bytes >= chunkBytes;
  }

  /** The next chunk, at most one line beyond its size; undefined where nothing waits. It waits until it is stored. */
  next(): StoredChunk | undefined {
    if (this.#lines.length === 0) return undefined;
    let count = 0;
    for (let bytes = 0; bytes < chunkBytes && count < this.#lines.length; count += 1)
      bytes += Buffer.byteLength(this.#lines[count] ?? "");
    return chunkOf(this.#lines.slice(0, count), { first: this.#first, last: this.#first + count - 1 });
  }

  /** It is stored: what came with it waits no longer. */
  stored({ last }: Pick<StoredChunk, "last">): void {
    const gone = this.#lines.splice(0, last + 1 - this.#first);
    this.#bytes -= gone.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    this.#first = last + 1;
  }
}
