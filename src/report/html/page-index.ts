/** The data of a page: an index that is read at once, and blocks that are unpacked when needed. */
import type { Comparison } from "../../core/report/comparison.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report, Scoring } from "../../core/report.ts";
import type { RunStatus } from "../../core/report/run-status.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { ListName } from "../../core/run/run-lists.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import { type ComparisonView, viewComparison } from "../comparison-view.ts";

/** One report on a page; a comparison has two. */
export interface PageReport {
  /** The name used on the command line: a report id, or the name of a baseline. */
  readonly name: string;
  /** Without the audits of its results, which are stored with the runs. Null for a baseline, which has only numbers. */
  readonly report: Report | null;
  /** Null while the report is still running, and for a baseline. */
  readonly verdict: ReportVerdict | null;
  /** By detail file: the block of the run, and its page if that is a different one. */
  readonly runs: Readonly<Record<string, RunPlace>>;
  /** The progress of a running or unfinished report; absent in a file, which does not change. */
  readonly progress?: PageProgress;
}

/** What a run without a result is waiting for. */
export type AwaitedState = "pending" | "running" | "judging";

/** A run that is being worked on right now. */
export interface CellAtWork {
  readonly scenario: string;
  readonly agent: string;
  readonly trial: number;
  readonly attempt: number;
  readonly runId: string;
  readonly state: Exclude<AwaitedState, "pending">;
  /** When the current state began. */
  readonly since: string;
}

/** A run with what its agent does now: `$ npm test`, `thinking`; null if it has not said anything yet. */
export interface CellDoing extends CellAtWork {
  readonly doing: string | null;
}

/** What the agents of a running report do now, asked for every few seconds. */
export interface WorkNow {
  readonly counts: PageProgress["counts"];
  readonly atWork: readonly CellDoing[];
}

export interface PageProgress {
  /** Interrupted: the report is incomplete and no process is writing it. */
  readonly state: "going-on" | "interrupted";
  readonly counts: Readonly<Record<AwaitedState | "finished", number>>;
  readonly atWork: readonly CellAtWork[];
  /** Results that have no trial yet, in plan order. A finished one appears with the next summary. */
  readonly awaited: readonly AwaitedResult[];
}

export interface AwaitedResult {
  readonly scenario: string;
  readonly agent: string;
  readonly state: AwaitedState | "finished";
}

export interface RunPlace {
  readonly block: string;
  readonly page?: string;
}

export interface PageIndex {
  /** The version of AXIS that wrote the page. */
  readonly axisVersion: string;
  readonly reports: readonly PageReport[];
  readonly comparison: Comparison | null;
  /** What the page says about its comparison, or about that of its only report. */
  readonly compared: ComparisonView | undefined;
}

/** With two sides their comparison; with one that of the report with its baseline. */
export function viewChanges(
  reports: readonly Pick<PageReport, "report">[],
  comparison: Comparison | null,
): ComparisonView | undefined {
  const [before = null, after = null] = reports.map(({ report }) => report);
  if (comparison !== null && reports.length > 1) return viewComparison(comparison, { before, after });
  return before?.comparison && viewComparison(before.comparison, { before: null, after: before });
}

/** Returns a result without its audits. */
export function removeAudits(result: PairResult): PairResult {
  const { score } = result;
  if (score === undefined || result.file === "") return result;
  const bare = <T extends { readonly audits: readonly unknown[] }>(dimension: T): T => ({ ...dimension, audits: [] });
  const { environment, service, agent } = score;
  return {
    ...result,
    score: { ...score, environment: bare(environment), service: bare(service), agent: bare(agent) },
  };
}

/** The location of the rows of a long list. */
export interface ListPlace {
  readonly length: number;
  readonly blocks: readonly string[];
}

/** A run without its long lists. */
export interface RunBlock {
  readonly detail: RunDetail & { readonly status: RunStatus };
  readonly lists: Readonly<Record<ListName, ListPlace>>;
  /** By path in the workspace: the block with the file. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** The block with the diff; absent if there is no diff or it is not available. */
  readonly patch?: string;
  /** The signal weights, if known, for a run that is sent without its report. */
  readonly scoring?: Scoring;
}
