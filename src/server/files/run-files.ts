/** Transcripts, artifacts and pages of runs, wherever they lie. */
import type { RunBlock } from "../../report/html/page-index.ts";
import type { GateRun } from "../../store/sql/files/log-files.ts";

/** Whose files. */
export interface FilesOf {
  readonly runId: string;
  readonly attempt: number;
  readonly reportId: string | null;
  /** The number of the first event; 0 where it is left out. Chunks in the database know theirs. */
  readonly start?: number;
}

/** One event of a transcript and its place in it. */
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

/** What the agent printed, or one execution of a gate. */
export type LogName = "raw" | GateRun;

/** "gone": they were there, and are not any more. */
export interface RunFiles {
  /** Events after that index in their order, at most so many. */
  events(run: FilesOf, part: { readonly after: number; readonly limit: number }): Promise<NumberedEvent[] | "gone">;
  artifacts(run: FilesOf): Promise<ArtifactEntry[] | "gone">;
  artifact(run: FilesOf, path: string): Promise<ArtifactContent | "gone" | undefined>;
  /** What the agent changed, as a diff; undefined where there is none. */
  patch(run: FilesOf): Promise<ArtifactContent | "gone" | undefined>;
  /** What was printed; undefined where it is not kept. */
  log(run: FilesOf, log: LogName): Promise<ArtifactContent | "gone" | undefined>;
  /** The whole record of a run without its transcript, as gzip of JSON; undefined where it never had one. */
  detail(run: FilesOf): Promise<Uint8Array | "gone" | undefined>;
  /** Whether there is a page to ask for, or was one in files that may be gone; told without opening any. */
  hasPage(run: FilesOf): Promise<boolean>;
  /** The run as a page shows it, without its long lists; undefined where nothing was recorded yet. */
  page(run: FilesOf): Promise<RunBlock | "gone" | undefined>;
  /** The rows of one part of a long list; undefined where there is no such part. */
  pagePart(run: FilesOf, part: string): Promise<readonly unknown[] | "gone" | undefined>;
}

/** Characters of JSON in a part: few enough requests for a long run, and each is parsed within a frame. */
export const partLength = 1_000_000;
/** Of the first part, so that there is something to see soon: as much as the first chunk of a stored transcript. */
export const firstPartLength = 250_000;
