/** Makes a run visible while it is running: stores its progress in order, without ever delaying the run. */
import { errorMessage } from "../../core/error.ts";
import type { RunProgress } from "../../core/run/run-progress.ts";
import { toRedactedJson } from "../../store/documents/redact.ts";
import { isTransient } from "../../store/sql/retry.ts";
import {
  addChunk,
  announceTurn,
  recordCost,
  resetProgress,
  type StoredChunk,
} from "../../store/sql/runs/run-progress.ts";
import type { Attempt } from "../../store/sql/runs/runs.ts";
import { saveStages } from "../../store/sql/runs/stages.ts";
import { toRunStages } from "../attempt/facts.ts";
import { chunkBytes, packChunk } from "../stored/transcript-chunks.ts";
import type { LoggedDatabase } from "../worker-deps.ts";

/** The transcript of a running run: lines waiting to be stored, returned in chunks. */
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
  removeStored({ last }: StoredChunk): void {
    const gone = this.#lines.splice(0, last + 1 - this.#first);
    this.#bytes -= gone.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    this.#first = last + 1;
  }
}

const flushMs = 5_000;

export interface LiveRunOptions {
  /** Redacts the operator's secrets. */
  readonly redact: (text: string) => string;
  /** Called when a write matched no row: another worker has the run, or it has ended. */
  readonly onGone: () => void;
}

/** Resolves to false if the claim is gone. */
type Write = () => Promise<boolean>;

export class LiveRun implements AsyncDisposable {
  readonly #attempt: Attempt;
  readonly #options: LiveRunOptions;
  readonly #deps: LoggedDatabase;
  readonly #timer: NodeJS.Timeout;
  #redact: (text: string) => string;
  #transcript = new LiveTranscript();
  /** The first entry number of the current try, while the stored progress of the previous try still has to be deleted. */
  #forgetFirst: number | undefined;
  /** Costs in dollars: of failed tries (`before`) and of the current one (`now`). */
  #spent = { before: 0, now: 0 };
  #notedMicros = 0;
  #hasBegun = false;
  #isOver = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(attempt: Attempt, options: LiveRunOptions, deps: LoggedDatabase) {
    this.#attempt = attempt;
    this.#options = options;
    this.#deps = deps;
    this.#redact = options.redact;
    this.#timer = setInterval(() => this.#flush(), flushMs);
    this.#timer.unref();
  }

  /** Adds a redactor from now on: the code that runs the job knows more secrets. */
  redactWith(redact: (text: string) => string): void {
    this.#redact = (text) => redact(this.#options.redact(text));
  }

  hear(progress: RunProgress): void {
    if (this.#isOver) return;
    const { database } = this.#deps;
    switch (progress.what) {
      case "begun":
        return this.#begin();
      case "entry":
        return this.#add(toRedactedJson(progress.entry, this.#redact));
      case "cost":
        this.#spent.now = Math.max(this.#spent.now, progress.costUsd);
        return;
      case "turn-begun":
      case "turn-ended": {
        const { what, ...turn } = progress;
        const data = { ...turn, state: what === "turn-begun" ? "begun" : "ended" };
        return this.#write(() => announceTurn(database, this.#attempt, data));
      }
      case "stages": {
        const stages = toRunStages(progress.stages, progress.gates);
        return this.#write(async () => (await this.#forget()) && (await saveStages(database, this.#attempt, stages)));
      }
    }
  }

  /** Stores the progress so far, if the database is available, and ignores all further progress. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#isOver) this.#flush();
    await this.#writing;
    this.#isOver = true;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  /** A retry starts from scratch, and so does its transcript. Costs are kept, and entry numbers continue. */
  #begin(): void {
    const isAgain = this.#hasBegun;
    this.#hasBegun = true;
    if (!isAgain) return;
    this.#spent = { before: this.#spent.before + this.#spent.now, now: 0 };
    this.#transcript = new LiveTranscript(this.#transcript.end);
    this.#forgetFirst = this.#transcript.end;
    this.#write(() => this.#forget());
  }

  /** Repeated before anything of a retry is stored, because the database may have been unavailable the first time. */
  async #forget(): Promise<boolean> {
    const start = this.#forgetFirst;
    if (start === undefined) return true;
    const isHeld = await resetProgress(this.#deps.database, this.#attempt, start);
    if (this.#forgetFirst === start) this.#forgetFirst = undefined;
    return isHeld;
  }

  #add(line: string): void {
    const wasFull = this.#transcript.isFull;
    this.#transcript.add(line);
    if (!wasFull && this.#transcript.isFull) this.#flush();
  }

  #flush(): void {
    const transcript = this.#transcript;
    this.#write(() => this.#storeChunks(transcript));
    this.#write(() => this.#storeCost());
  }

  async #storeChunks(transcript: LiveTranscript): Promise<boolean> {
    if (!(await this.#forget())) return false;
    for (let chunk = transcript.nextChunk(); chunk !== undefined; chunk = transcript.nextChunk()) {
      if (!(await addChunk(this.#deps.database, this.#attempt, chunk))) return false;
      transcript.removeStored(chunk);
    }
    return true;
  }

  async #storeCost(): Promise<boolean> {
    const micros = Math.round((this.#spent.before + this.#spent.now) * 1_000_000);
    if (micros === this.#notedMicros || !Number.isSafeInteger(micros)) return true;
    const isHeld = await recordCost(this.#deps.database, this.#attempt, micros);
    this.#notedMicros = micros;
    return isHeld;
  }

  /** Writes one after the other. If the database is unavailable, the next chunk tries again. */
  #write(write: Write): void {
    this.#writing = this.#writing.then(async () => {
      if (this.#isOver) return;
      try {
        if (await write()) return;
        this.#isOver = true;
        this.#options.onGone();
      } catch (error) {
        if (isTransient(error)) return;
        this.#isOver = true;
        this.#deps.log(`Warning: live progress of ${this.#attempt.runId} cannot be stored: ${errorMessage(error)}`);
      }
    });
  }
}
