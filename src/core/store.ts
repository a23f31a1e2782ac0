/** Where documents are stored: each completely or not at all, each on disk before the next step begins. */
import { z } from "zod";
import type { Baseline } from "./report/baseline.ts";
import { BudgetSpent } from "./report/budget.ts";
import { Cell } from "./cell.ts";
import type { Entry } from "./entry.ts";
import type { PlanDocument } from "./plan.ts";
import type { Report } from "./report.ts";
import type { RunDetail } from "./report/run-detail.ts";
import type { RunLine } from "./run/run-line.ts";

/** Hash and length of a file that is on disk. `file` is relative to the report folder. */
export const FileMark = z.object({ file: z.string(), bytes: z.number().int(), sha256: z.string() });
export type FileMark = z.infer<typeof FileMark>;

/** One attempt at one cell; attempt 2 and later have their own files. */
export interface RunSlot {
  readonly cell: Cell;
  readonly attempt: number;
}

const slot = { cell: Cell, attempt: z.number().int().positive() };

/** The steps of a report, in the order they happened; report.json can be rebuilt from them. */
export const JournalStep = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("plan"),
    data: z.object({ plan: z.custom<PlanDocument>(), timestamp: z.string(), pid: z.number().int() }),
  }),
  z.object({ type: z.literal("attempt-started"), data: z.object({ ...slot, runId: z.string() }) }),
  z.object({
    type: z.literal("run-recorded"),
    data: z.object({ ...slot, runId: z.string(), detail: FileMark, raw: FileMark.nullable() }),
  }),
  z.object({ type: z.literal("judged"), data: z.object({ ...slot, runId: z.string(), detail: FileMark }) }),
  z.object({ type: z.literal("attempt-failed"), data: z.object({ ...slot, runId: z.string(), why: z.string() }) }),
  /** A judge was asked about several runs at once. Null: at an unknown cost. */
  z.object({ type: z.literal("judge-asked"), data: z.object({ usd: z.number().nullable(), tokens: z.number() }) }),
  /** The report includes this cell but has no run of it, nor an attempt. */
  z.object({ type: z.literal("not-run"), data: z.object({ cell: Cell, why: z.string() }) }),
  /** The run and its judgement no longer count, because its scenario or agent changed. */
  z.object({ type: z.literal("stale"), data: z.object(slot) }),
  z.object({
    type: z.literal("report-closed"),
    data: z.object({
      state: z.enum(["complete", "aborted"]),
      durationMs: z.number().nullable(),
      spent: BudgetSpent.optional(),
    }),
  }),
]);
export type JournalStep = z.infer<typeof JournalStep>;

/** A raw file being appended to, line by line. */
export interface RawFile {
  /** Never waits; lines beyond the size limit are dropped with a mark. */
  append(line: string): void;
  /** Flushes to disk. A second call returns the same mark. */
  close(): Promise<FileMark>;
}

/** The live output of a run, for displays that follow it. Disposing deletes it: the record of the run contains all of it. */
export interface LiveFile extends AsyncDisposable {
  /** Never waits, and never fails a run. */
  append(entry: Entry): void;
}

/** A report that only this process is writing. */
export interface ReportHandle extends AsyncDisposable {
  readonly reportId: string;
  /** Absolute folder; null for a store without folders. */
  readonly folder: string | null;
  /** Steps recorded so far, for resuming. */
  readonly steps: readonly JournalStep[];
  /** From now on, everything also passes through this before it leaves the process, since the writer knows its secrets. */
  redactWith(redact: (text: string) => string): void;
  /** Resolves when the step is on disk. */
  record(step: JournalStep): Promise<void>;
  /** Null where the slot wrote nothing yet. Debug files only with `debug`. */
  openRaw(slot: RunSlot, kind?: "raw" | "debug" | "debug-stderr"): Promise<RawFile>;
  openLive(slot: RunSlot): LiveFile;
  /** Written to a new file and renamed; on disk when resolved. */
  writeDetail(slot: RunSlot, detail: RunDetail): Promise<FileMark>;
  writeSparseIndex(slot: RunSlot, text: string): Promise<void>;
  /** What the agent changed, as a unified diff. */
  writePatch(slot: RunSlot, text: string): Promise<FileMark>;
  /** Path of the detail file of a slot, relative to the report folder. */
  detailFile(slot: RunSlot): string;
  /** Copies one artifact in; `path` is its path in the workspace. Returns its path relative to the report folder. */
  addArtifact(slot: RunSlot, path: string, content: Uint8Array): Promise<string>;
  readDetail(file: string): Promise<RunDetail>;
  /** Replaces report.json by renaming. */
  writeReport(report: Report): Promise<void>;
}

export interface ReportListing {
  readonly reportId: string;
  readonly timestamp: string;
  readonly state: Report["state"];
  readonly report: Report;
}

/** Baselines by name. */
export interface BaselineStore {
  readBaseline(name: string): Promise<Baseline>;
  /** Undefined if it does not exist. */
  findBaseline(name: string): Promise<Baseline | undefined>;
  writeBaseline(baseline: Baseline): Promise<void>;
  listBaselines(): Promise<Baseline[]>;
  removeBaseline(name: string): Promise<void>;
}

export interface Store extends BaselineStore {
  /** The id is the UTC start as YYYY-MM-DD-HHMMSS, with -2, -3 if that is taken. Created exclusively. */
  createReport(start: Date): Promise<ReportHandle>;
  /** Opens a report, finished or not, to resume it; refuses one that another process is writing. */
  resumeReport(id: string): Promise<ReportHandle>;
  /** Newest first; reports that cannot be read are listed in `unreadable`. */
  listReports(): Promise<{ reports: ReportListing[]; unreadable: { reportId: string; why: string }[] }>;
  /** An id, a unique prefix of one, or "latest". */
  readReport(id: string): Promise<Report>;
  readDetail(reportId: string, file: string): Promise<RunDetail>;
  /** Every scored run, in scoring order. */
  readRunLines(): Promise<readonly RunLine[]>;
  /** Does not add a run that is already there. */
  addRunLine(line: RunLine): Promise<void>;
}
