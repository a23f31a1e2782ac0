/** Joins adjacent lines of plain text into assistant entries, without delaying them for long. */
import type { EntryInput } from "../core/entry.ts";

/** A pause this long ends an entry, so that a live display keeps up. */
const entryPauseMs = 50;
/** In characters, so that an entry stays below the storage limit of 1 MiB. */
const maxEntryLength = 256 * 1024;
/** In characters: how much of the last stretch is kept as the final answer. */
const maxAnswerLength = 1024 * 1024;

export class TextStretch implements Disposable {
  readonly #emit: (entry: EntryInput) => void;
  readonly #now: () => Date;
  readonly #quiet: NodeJS.Timeout;
  #lines: string[] = [];
  #length = 0;
  #since = "";
  #answer = "";

  constructor(emit: (entry: EntryInput) => void, now: () => Date = () => new Date()) {
    this.#emit = emit;
    this.#now = now;
    this.#quiet = setTimeout(() => this.flush(), entryPauseMs).unref();
  }

  /** Adds a line; the entry it becomes part of carries the time of its first line. */
  add(line: string): void {
    if (this.#lines.length === 0) {
      if (line.trim() === "") return this.#remember(line);
      this.#since = this.#now().toISOString();
    }
    this.#lines.push(line);
    this.#length += line.length + 1;
    this.#remember(line);
    if (this.#length > maxEntryLength) this.flush();
    else this.#quiet.refresh();
  }

  /** Emits the collected lines. */
  flush(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join("\n").trimEnd();
    this.#lines = [];
    this.#length = 0;
    this.#emit({ type: "assistant", text, timestamp: this.#since });
  }

  /** Ends the stretch and returns its whole text, even if pauses split it into several entries; null if it was empty. */
  end(): string | null {
    this.flush();
    const text = this.#answer.replace(/^\s*\n/, "").trimEnd();
    this.#answer = "";
    return text === "" ? null : text;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#quiet);
  }

  #remember(line: string): void {
    this.#answer = this.#answer === "" ? line : `${this.#answer}\n${line}`;
    if (this.#answer.length > 2 * maxAnswerLength) this.#answer = this.#answer.slice(-maxAnswerLength).toWellFormed();
  }
}
