/** One union of events for the live display, plain lines, and any program that listens. */
import type { Cell } from "../cell.ts";
import type { CellResult } from "../report/pair-result.ts";
import type { Report } from "../report.ts";
import type { Outcome } from "../outcome.ts";
import type { RunProgress } from "./run-progress.ts";
import type { RunStep } from "./run-step.ts";

export type JobState = "pending" | "setup" | "starting" | "running" | "scoring" | "teardown" | "done" | "failed";

export type AxisEvent =
  | {
      readonly type: "report-start";
      readonly reportId: string;
      readonly folder: string;
      readonly cells: readonly Cell[];
      readonly skipped: number;
    }
  | { readonly type: "run-state"; readonly cell: Cell; readonly state: JobState }
  /** A step is over. */
  | { readonly type: "run-step"; readonly cell: Cell; readonly runId: string; readonly step: RunStep }
  | { readonly type: "run-usage"; readonly cell: Cell; readonly tokens: number; readonly estimated: boolean }
  /** For displays that follow a run while it executes. */
  | { readonly type: "run-progress"; readonly cell: Cell; readonly progress: RunProgress }
  | { readonly type: "run-end"; readonly cell: Cell; readonly outcome: Outcome; readonly durationMs: number }
  | { readonly type: "result-end"; readonly cell: Cell; readonly result: CellResult }
  /** These cells are no longer needed, because their result is already decided. */
  | { readonly type: "cells-left-out"; readonly cells: readonly Cell[] }
  | { readonly type: "report-end"; readonly report: Report; readonly folder: string }
  /** The page of the report was written, or written again; `file` is its absolute path. */
  | { readonly type: "page-written"; readonly file: string }
  | { readonly type: "hook-failed"; readonly phase: "afterAll"; readonly message: string }
  /** A step, for -v. */
  | { readonly type: "log"; readonly cell?: Cell; readonly message: string }
  /** Only with --debug. */
  | { readonly type: "debug"; readonly cell?: Cell; readonly message: string }
  | { readonly type: "warning"; readonly cell?: Cell; readonly message: string };

export type OnEvent = (event: AxisEvent) => void;
