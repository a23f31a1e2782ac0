/** Transcripts, artifacts and pages of runs, wherever they are stored. */
import type { RunBlock } from "../../report/html/page-index.ts";
import type { GateRun } from "../../core/scenario/gate.ts";

/** Identifies the run and attempt whose files are read. */
export interface FilesOf {
  readonly runId: string;
  readonly attempt: number;
  readonly reportId: string | null;
  /** The detail file of a run that its report may not list yet, because the report is still being written. */
  readonly file?: string | null;
  /** Index of the first event; default 0. Chunks in the database store their own. */
  readonly start?: number;
}

/** One event of a transcript and its index. */
export interface NumberedEvent {
  readonly index: number;
  readonly event: unknown;
}

export interface ArtifactEntry {
  readonly path: string;
  readonly bytes: number;
  readonly mediaType: string;
}

export interface ArtifactContent extends ArtifactEntry {
  readonly content: () => AsyncIterable<Uint8Array>;
}

/** The agent's output, or the output of one gate execution. */
export type LogName = "raw" | GateRun;

/** "gone" means that the files existed and were deleted. */
export interface RunFiles extends RunPages {
  /** At most `limit` events after that index, in order. */
  events(run: FilesOf, part: { readonly after: number; readonly limit: number }): Promise<NumberedEvent[] | "gone">;
  artifacts(run: FilesOf): Promise<ArtifactEntry[] | "gone">;
  artifact(run: FilesOf, path: string): Promise<ArtifactContent | "gone" | undefined>;
  /** The agent's changes as a diff; undefined if there is none. */
  patch(run: FilesOf): Promise<ArtifactContent | "gone" | undefined>;
  /** The printed output; undefined if it was not kept. */
  log(run: FilesOf, log: LogName): Promise<ArtifactContent | "gone" | undefined>;
  /** The run's record without its transcript, as gzipped JSON; undefined if it never had one. */
  detail(run: FilesOf): Promise<Uint8Array | "gone" | undefined>;
}

/** The pages of runs. */
export interface RunPages {
  /** Whether the run has a page, or had one in files that may be deleted. Opens no file. */
  hasPage(run: FilesOf): Promise<boolean>;
  /** The run as a page shows it, without its long lists; undefined if nothing is recorded yet. */
  page(run: FilesOf): Promise<RunBlock | "gone" | undefined>;
  /** The rows of one part of a long list; undefined if the part does not exist. */
  pagePart(run: FilesOf, part: string): Promise<readonly unknown[] | "gone" | undefined>;
}

/** Characters of JSON per part: few requests even for a long run, and each part parses within one frame. */
export const partLength = 1_000_000;
/** Length of the first part, so that a page has something to show early: as large as the first transcript chunk. */
export const firstPartLength = 250_000;
