/** Joins pieces of text that belong together into one assistant entry, and remembers the final answer. */
import type { LineSink } from "../../../core/agent/line-reader.ts";

export class TextGatherer {
  #pieces: string[] = [];
  #thought = false;
  #timestamp: string | undefined;
  #answer: string | null = null;

  /** The last whole text that was no thought. */
  get answer(): string | null {
    return this.#answer;
  }

  /** Adds a piece; one of another kind than the last ends what was gathered. */
  add(
    sink: LineSink,
    text: string,
    piece: { readonly thought?: boolean; readonly timestamp?: string | undefined },
  ): void {
    const thought = piece.thought === true;
    if (thought !== this.#thought) this.flush(sink);
    if (this.#pieces.length === 0) this.#timestamp = piece.timestamp;
    this.#thought = thought;
    this.#pieces.push(text);
  }

  /** Something else happened: what was gathered goes out. */
  flush(sink: LineSink): void {
    if (this.#pieces.length === 0) return;
    const text = this.#pieces.join("");
    this.#pieces = [];
    if (text.trim() === "") return;
    const thought = this.#thought;
    if (!thought) this.#answer = text;
    sink.emit({ type: "assistant", text, timestamp: this.#timestamp, ...(thought ? { thought } : {}) });
  }
}
