/** Parses what one kind of agent program prints. Adapters use it on live output, `axis score` on files. */
import type { EntryInput } from "../entry.ts";
import type { FailureCode, ModelOutage } from "../outcome.ts";
import type { TokenUsage } from "../model/token-usage.ts";

/** What a transcript states about its run; null where it states nothing. */
export interface StatedRun {
  readonly agentName: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
}

/** Receives what a reader has parsed. */
export interface LineSink {
  /** Has no timestamp if the program gives none: the receiver knows whether the output is live. */
  emit(entry: EntryInput): void;
  /** Usage so far; the last call counts. */
  usage(tokens: TokenUsage, costUsd?: number): void;
  session(id: string): void;
  /** What the file states about the whole run; for live output, the caller knows better. */
  stated?(run: StatedRun): void;
  /** The model's server fails and the program keeps asking. The next thing the model says or calls ends it. */
  outage?(failure: ModelOutage): void;
  /** The file must not be scored, and why; live output is never refused. */
  refuse?(reason: string): void;
  /** The protocol sent its final event, with the final answer. */
  finish(result: string | null): void;
  /** The protocol reported that the run failed. The code comes from structured facts, never from a message. */
  fail(code: FailureCode, message: string): void;
}

/** The state of one run; each run needs a new reader. */
export interface LineReader {
  /** One line as the program wrote it. If this throws, the error is noted with the line and reading continues. */
  line(line: string, sink: LineSink): void;
  /** Called after the last line, to emit what is still pending. */
  end?(sink: LineSink): void;
  /** Unknown event types and how often each occurred: ignored, counted, never fatal. */
  readonly unknown: ReadonlyMap<string, number>;
}
