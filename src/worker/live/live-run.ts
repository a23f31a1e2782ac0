/** Shows a run while it goes on: what is heard of it is stored as it comes, in its order, and never in the way of the run. */
import { messageOf } from "../../core/error.ts";
import type { RunProgress } from "../../core/run/run-progress.ts";
import { redactedJson } from "../../store/documents/redacted.ts";
import { isPassing } from "../../store/sql/retry.ts";
import { addChunk, forgetProgress, noteCost, tellTurn } from "../../store/sql/runs/run-progress.ts";
import type { Attempt } from "../../store/sql/runs/runs.ts";
import { saveStages } from "../../store/sql/runs/stages.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import { stagesOf } from "../attempt/facts.ts";
import { LiveTranscript } from "./live-transcript.ts";

const flushMs = 5_000;

export interface LiveWorld {
  readonly database: Database;
  readonly say: (message: string) => void;
  /** Takes out what the operator keeps secret. */
  readonly redact: (text: string) => string;
  /** A write matched no row: the run is another's, or over. */
  readonly onGone: () => void;
}

/** False: the claim is gone. */
type Write = () => Promise<boolean>;

export class LiveRun implements AsyncDisposable {
  readonly #attempt: Attempt;
  readonly #world: LiveWorld;
  readonly #timer: NodeJS.Timeout;
  #redact: (text: string) => string;
  #transcript = new LiveTranscript();
  /** Where the numbers of the try that goes on begin, while what was stored of the one before is still there. */
  #forgetFirst: number | undefined;
  /** In dollars: of tries that came to nothing, and of this one. */
  #spent = { before: 0, now: 0 };
  #notedMicros = 0;
  #hasBegun = false;
  #isOver = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(attempt: Attempt, world: LiveWorld) {
    this.#attempt = attempt;
    this.#world = world;
    this.#redact = world.redact;
    this.#timer = setInterval(() => this.#flush(), flushMs);
    this.#timer.unref();
  }

  /** From here on this takes out secrets too: whoever makes the run knows more of them. */
  redactWith(redact: (text: string) => string): void {
    this.#redact = (text) => redact(this.#world.redact(text));
  }

  hear(progress: RunProgress): void {
    if (this.#isOver) return;
    const { database } = this.#world;
    switch (progress.what) {
      case "begun":
        return this.#begin();
      case "entry":
        return this.#add(redactedJson(progress.entry, this.#redact));
      case "cost":
        this.#spent.now = Math.max(this.#spent.now, progress.costUsd);
        return;
      case "turn-begun":
      case "turn-ended": {
        const { what, ...turn } = progress;
        const data = { ...turn, state: what === "turn-begun" ? "begun" : "ended" };
        return this.#write(() => tellTurn(database, this.#attempt, data));
      }
      case "stages": {
        const stages = stagesOf(progress.stages, progress.gates);
        return this.#write(async () => (await this.#forget()) && (await saveStages(database, this.#attempt, stages)));
      }
    }
  }

  /** What was heard so far is stored, where the database answers; from here on nothing more is. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#isOver) this.#flush();
    await this.#writing;
    this.#isOver = true;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  /** A further try starts from nothing, and so does what is shown of it. What it cost is not forgotten, and its numbers go on. */
  #begin(): void {
    const isAgain = this.#hasBegun;
    this.#hasBegun = true;
    if (!isAgain) return;
    this.#spent = { before: this.#spent.before + this.#spent.now, now: 0 };
    this.#transcript = new LiveTranscript(this.#transcript.end);
    this.#forgetFirst = this.#transcript.end;
    this.#write(() => this.#forget());
  }

  /** Asked again before anything is stored of the further try: the database may have been away. */
  async #forget(): Promise<boolean> {
    const start = this.#forgetFirst;
    if (start === undefined) return true;
    const isHeld = await forgetProgress(this.#world.database, this.#attempt, start);
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
    for (let chunk = transcript.next(); chunk !== undefined; chunk = transcript.next()) {
      if (!(await addChunk(this.#world.database, this.#attempt, chunk))) return false;
      transcript.stored(chunk);
    }
    return true;
  }

  async #storeCost(): Promise<boolean> {
    const micros = Math.round((this.#spent.before + this.#spent.now) * 1_000_000);
    if (micros === this.#notedMicros || !Number.isSafeInteger(micros)) return true;
    const isHeld = await noteCost(this.#world.database, this.#attempt, micros);
    this.#notedMicros = micros;
    return isHeld;
  }

  /** One after the other. A database that is away for a while is asked again with the next chunk. */
  #write(write: Write): void {
    this.#writing = this.#writing.then(async () => {
      if (this.#isOver) return;
      try {
        if (await write()) return;
        this.#isOver = true;
        this.#world.onGone();
      } catch (error) {
        if (isPassing(error)) return;
        this.#isOver = true;
        this.#world.say(`Warning: ${this.#attempt.runId} cannot be watched: ${messageOf(error)}`);
      }
    });
  }
}
