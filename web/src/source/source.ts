/** Where a page gets its data: from its own file or from a server. Nothing else knows which. */
import type { EvaluationIndex } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import type { ListName } from "../../../src/core/run/run-lists.ts";
import type { PageIndex, RunBlock, RunPlace } from "../../../src/report/html/page-index.ts";

/** Runs, one by one. */
export interface RunSource {
  run(place: RunPlace): Promise<RunBlock>;
  /** The rows of a long list, piece by piece. */
  list(run: RunBlock, name: ListName): AsyncIterable<readonly unknown[]>;
  /** The bytes of an artifact; null if the page does not have them. */
  artifact(run: RunBlock, path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The bytes of the diff; null if the page does not have them. */
  patch(run: RunBlock): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The entries of a running run after an offset; null if it is not running. Undefined if nothing can change. */
  live?(runId: string, from: number): Promise<LivePart | null>;
}

/** A part of a running transcript. */
export interface LivePart {
  readonly entries: readonly unknown[];
  /** Where the next part starts. */
  readonly next: number;
}

/** A whole report or evaluation. */
export interface Source extends RunSource {
  index(): Promise<PageIndex | EvaluationIndex>;
  /** The contents of blocks, piece by piece. */
  pieces(blocks: readonly string[]): AsyncIterable<readonly unknown[]>;
}
