/** Hands over the lines of a pipe one by one; a slow reader pauses the pipe, so memory stays flat. */
import type { Readable } from "node:stream";
import type { LineSplitter } from "./lines.ts";

/** How many characters may wait for the reader before the pipe is paused. */
const maxWaitingCharacters = 1024 * 1024;

export class LineQueue implements AsyncIterable<string> {
  readonly #pipe: Readable;
  readonly #splitter: LineSplitter;
  #lines: string[] = [];
  #waiting = 0;
  #ended = false;
  #unwanted = false;
  #exited = false;
  #wake: () => void = () => {};

  constructor(pipe: Readable, splitter: LineSplitter) {
    this.#pipe = pipe;
    this.#splitter = splitter;
    pipe.on("data", (chunk: Uint8Array) => {
      if (!this.#unwanted) this.#add(splitter.push(chunk));
    });
    pipe.once("close", () => this.#end());
    // A broken pipe is closed too, and closing ends the lines.
    pipe.on("error", () => {});
  }

  /** If a reader stops early, the rest is read and dropped, and the program continues. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    try {
      for (;;) {
        yield* this.#take();
        if (this.#lines.length > 0) continue;
        if (this.#ended) return;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.discard();
    }
  }

  /** Reads the rest of the pipe and drops it. */
  discard(): void {
    this.#unwanted = true;
    this.#take();
  }

  /** Called when the program has exited: little is left in the pipe, so pausing it is no longer needed. */
  programExited(): void {
    this.#exited = true;
    if (this.#pipe.isPaused()) this.#pipe.resume();
  }

  #take(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    this.#waiting = 0;
    if (this.#pipe.isPaused()) this.#pipe.resume();
    return lines;
  }

  #add(lines: readonly string[]): void {
    if (lines.length === 0) return;
    for (const line of lines) {
      this.#lines.push(line);
      this.#waiting += line.length + 1;
    }
    if (this.#waiting > maxWaitingCharacters && !this.#exited) this.#pipe.pause();
    this.#wake();
  }

  #end(): void {
    if (!this.#unwanted) this.#add(this.#splitter.end());
    this.#ended = true;
    this.#wake();
  }
}
