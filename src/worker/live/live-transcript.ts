/** The transcript of a running run: lines waiting to be stored, returned in chunks. */
import type { StoredChunk } from "../../store/sql/runs/run-progress.ts";
import { chunkBytes, packChunk } from "../stored/transcript-chunks.ts";

export class LiveTranscript {
  #lines: string[] = [];
  #bytes = 0;
  /** The number of the first waiting line. */
  #first: number;

  /** `start` is the number of the first line. */
  constructor(start = 0) {
    this.#first = start;
  }

  /** The number of the next line. */
  get end(): number {
    return this.#first + this.#lines.length;
  }

  /** Adds one line of JSON, already redacted. */
  add(line: string): void {
    this.#lines.push(`${line}\n`);
    this.#bytes += Buffer.byteLength(line) + 1;
  }

  /** Whether the waiting lines fill a chunk. */
  get isFull(): boolean {
    return this.#bytes >= chunkBytes;
  }

  /** The next chunk, at most one line over its size; undefined if no line is waiting. Its lines stay until they are stored. */
  nextChunk(): StoredChunk | undefined {
    if (this.#lines.length === 0) return undefined;
    let count = 0;
    for (let bytes = 0; bytes < chunkBytes && count < this.#lines.length; count += 1)
      bytes += Buffer.byteLength(this.#lines[count] ?? "");
    return packChunk(this.#lines.slice(0, count), { first: this.#first, last: this.#first + count - 1 });
  }

  /** Removes the lines of a stored chunk. */
  removeStored({ last }: Pick<StoredChunk, "last">): void {
    const gone = this.#lines.splice(0, last + 1 - this.#first);
    this.#bytes -= gone.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    this.#first = last + 1;
  }
}
