/** Where a page gets its data from: the file it stands in, or a server. Nothing else in here knows which. */
import type { EvaluationIndex } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import type { ListName } from "../../../src/core/run/run-lists.ts";
import type { PageIndex, RunBlock, RunPlace } from "../../../src/report/html/page-index.ts";

/** Runs, one by one. */
export interface RunSource {
  run(place: RunPlace): Promise<RunBlock>;
  /** The rows of a long list, in pieces, as they come. */
  list(run: RunBlock, name: ListName): AsyncIterable<readonly unknown[]>;
  /** The bytes of an artifact; null where they are not at hand. */
  artifact(run: RunBlock, path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The bytes of the diff; null where they are not at hand. */
  patch(run: RunBlock): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Of a run that goes on: its entries from a place on; null where it does not, or not any more. Absent where nothing changes. */
  live?(runId: string, from: number): Promise<LivePart | null>;
}

/** What a run has said so far. */
export interface LivePart {
  readonly entries: readonly unknown[];
  /** Where the next part begins. */
  readonly next: number;
}

/** A whole report or evaluation. */
export interface Source extends RunSource {
  index(): Promise<PageIndex | EvaluationIndex>;
  /** Lists by the names of their blocks, in pieces, as they come. */
  pieces(blocks: readonly string[]): AsyncIterable<readonly unknown[]>;
}
