/** Joins pieces of text that belong together into one assistant entry, and remembers the final answer. */
import type { LineSink } from "../../../../core/agent/line-reader.ts";

export class TextGatherer {
  #pieces: string[] = [];
  #thought = false;
  #timestamp: string | undefined;
  #answer: string | null = null;

  /** The last complete text that was not a thought. */
  get answer(): string | null {
    return this.#answer;
  }

  /** Adds a piece; a piece of another kind than the last first emits the text gathered so far. */
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

  /** Removes the text gathered so far, which has not been emitted; null if there is none. */
  takeBack(): string | null {
    const text = this.#thought ? "" : this.#pieces.join("").trim();
    if (text !== "") this.#pieces = [];
    return text === "" ? null : text;
  }

  /** Emits the text gathered so far, because something else happened. */
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
