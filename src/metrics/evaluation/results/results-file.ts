/** The results file of a running evaluation: one JSON line per row, append-only. An evaluation resumes from it. */
import { closeSync, fdatasync, openSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { AxisError, isDiskFailure, systemCode } from "../../../core/error.ts";

const maxHeldBytes = 65_536;
const syncData = promisify(fdatasync);

/**
 * Rows that cost a model call are written immediately, so that a killed process never pays for them twice. Other rows are
 * buffered until a block is full, because measuring lost ones again costs next to nothing.
 */
export class ResultsFile implements AsyncDisposable {
  readonly path: string;
  readonly #descriptor: number;
  #held: string[] = [];
  #heldLength = 0;

  constructor(path: string, how: "new" | "append") {
    this.path = path;
    this.#descriptor = this.#withWriteError(() => openSync(path, how === "new" ? "w" : "a"));
  }

  append(line: string, urgent: boolean): void {
    this.#held.push(line, "\n");
    this.#heldLength += line.length + 1;
    if (urgent || this.#heldLength >= maxHeldBytes) this.flush();
  }

  flush(): void {
    if (this.#held.length === 0) return;
    const bytes = Buffer.from(this.#held.join(""), "utf8");
    this.#held = [];
    this.#heldLength = 0;
    this.#withWriteError(() => {
      for (let done = 0; done < bytes.length;) done += writeSync(this.#descriptor, bytes, done);
    });
  }

  /** Flushes everything to the disk. */
  async sync(): Promise<void> {
    this.flush();
    await syncData(this.#descriptor);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.sync();
    } finally {
      closeSync(this.#descriptor);
    }
  }

  #withWriteError<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw toWriteError(this.path, cause);
    }
  }
}

/** Turns a failed write into an error with a hint. */
export function toWriteError(path: string, cause: unknown): unknown {
  const code = systemCode(cause);
  if (code === undefined) return cause;
  const full = isDiskFailure(cause);
  return new AxisError(full ? "disk" : "not-writable", `${path} could not be written (${code})`, {
    hint: full
      ? "All rows written so far are safe. Free some disk space, then resume with: axis eval ... --resume"
      : "Choose another path with: axis eval ... -o <path>",
    cause,
  });
}
