/** What a page carries: an index that is read at once, and blocks that are unpacked when they are looked at. */
import type { Comparison } from "../../core/report/comparison.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report, Scoring } from "../../core/report.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { ListName } from "../../core/run/run-lists.ts";
import type { Verdict } from "../gate.ts";

/** One report of a page; a comparison has two. */
export interface PageReport {
  /** As the command called it: a report id, or the name of a baseline. */
  readonly name: string;
  /** Without the audits of its results: those are with the runs. Null for a baseline, which is numbers only. */
  readonly report: Report | null;
  readonly verdict: Verdict | null;
  /** By detail file: the block of the run, and the page it stands on where that is another one. */
  readonly runs: Readonly<Record<string, RunPlace>>;
  /** Where a report is that is being made, or was left unfinished; absent in a file, which does not change. */
  readonly progress?: PageProgress;
}

/** What a cell without a result is waiting for. */
export type AwaitedState = "pending" | "running" | "judging";

/** A cell that something is being done for at this moment. */
export interface CellAtWork {
  readonly scenario: string;
  readonly agent: string;
  readonly trial: number;
  readonly attempt: number;
  readonly runId: string;
  readonly state: Exclude<AwaitedState, "pending">;
  /** When that began. */
  readonly since: string;
}

export interface PageProgress {
  /** Interrupted: it is not whole, and nobody is writing it. */
  readonly state: "going-on" | "interrupted";
  readonly counts: Readonly<Record<AwaitedState | "finished", number>>;
  readonly atWork: readonly CellAtWork[];
  /** Pairs without a result, in the order of the plan. One that is finished will have it with the next summary. */
  readonly awaited: readonly AwaitedPair[];
}

export interface AwaitedPair {
  readonly scenario: string;
  readonly agent: string;
  readonly state: AwaitedState | "finished";
}

export interface RunPlace {
  readonly block: string;
  readonly page?: string;
}

export interface PageIndex {
  /** Of AXIS, which wrote the page. */
  readonly axisVersion: string;
  readonly reports: readonly PageReport[];
  readonly comparison: Comparison | null;
}

/** A result without its audits. */
export function withoutAudits(result: PairResult): PairResult {
  const { score } = result;
  if (score === undefined || result.file === "") return result;
  const bare = <T extends { readonly audits: readonly unknown[] }>(dimension: T): T => ({ ...dimension, audits: [] });
  const { environment, service, agent } = score;
  return {
    ...result,
    score: { ...score, environment: bare(environment), service: bare(service), agent: bare(agent) },
  };
}

/** Where the rows of a long list are. */
export interface ListPlace {
  readonly length: number;
  readonly blocks: readonly string[];
}

/** A run without its long lists. */
export interface RunBlock {
  readonly detail: RunDetail;
  readonly lists: Readonly<Record<ListName, ListPlace>>;
  /** By path in the workspace: the block that holds the file. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** The block that holds the diff; absent where there is none, or where it is not at hand. */
  readonly patch?: string;
  /** How signals were weighed, where a run is sent without its report and that is known. */
  readonly scoring?: Scoring;
}
