/** Where a page gets its data from: the file it stands in, or a server. Nothing else in here knows which. */
import type { EvaluationIndex } from "../../../src/evaluation/exports/html/evaluation-index.ts";
import type { ListName } from "../../../src/core/run/run-lists.ts";
import type { PageIndex, RunBlock, RunPlace } from "../../../src/report/html/page-index.ts";

/** Runs, one by one. */
export interface RunSource {
  run(place: RunPlace): Promise<RunBlock>;
  /** The rows of a long list, in pieces, as they come. */
  list(run: RunBlock, name: ListName): AsyncIterable<readonly unknown[]>;
  /** The bytes of an artifact; null where they are not at hand. */
  artifact(run: RunBlock, path: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** A whole report or evaluation. */
export interface Source extends RunSource {
  index(): Promise<PageIndex | EvaluationIndex>;
  /** Lists by the names of their blocks, in pieces, as they come. */
  pieces(blocks: readonly string[]): AsyncIterable<readonly unknown[]>;
}
