/** Understands what one kind of agent program prints. Adapters read live output with it, `axis score` reads files. */
import type { EntryInput } from "../entry.ts";
import type { FailureCode } from "../outcome.ts";
import type { TokenUsage } from "../model/token-usage.ts";

/** A run in the words of its transcript; null where it does not say. */
export interface StatedRun {
  readonly agentName: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
}

/** Where a reader puts what it understood. */
export interface LineSink {
  /** Without a timestamp where the program gives none: whoever listens knows whether it is live. */
  emit(entry: EntryInput): void;
  /** Usage so far; the last call counts. */
  usage(tokens: TokenUsage, costUsd?: number): void;
  session(id: string): void;
  /** What the file itself says of the run as a whole; live, whoever drives the agent knows better. */
  stated?(run: StatedRun): void;
  /** The protocol's final event came, with the final answer. */
  finish(result: string | null): void;
  /** The protocol reported that the run failed. The code comes from structured facts, never from a message. */
  fail(code: FailureCode, message: string): void;
}

/** State of one run: made anew for each. */
export interface LineReader {
  /** One line as the program wrote it. What it throws is noted with the line, and reading goes on. */
  line(line: string, sink: LineSink): void;
  /** After the last line: what was being gathered goes out. */
  end?(sink: LineSink): void;
  /** Event types it did not know, and how often each came: ignored, counted, never fatal. */
  readonly unknown: ReadonlyMap<string, number>;
}
