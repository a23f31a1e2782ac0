/** The data of a project's list of reports and evaluations. */

import type { WorkNow } from "./page-index.ts";
import type { CompetitionOutcome } from "../../core/report/competition.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import type { Summary } from "../../core/report.ts";

/** The part of a report's summary that the list shows. */
interface ListedSummary {
  readonly total: number;
  readonly statuses: Summary["statuses"];
  readonly averageAxisScore: number | null;
  readonly averagedOver: number;
  /** Of all runs whose cost is known; null if none is. */
  readonly costUsd: number | null;
}

export interface ListedReport {
  readonly id: string;
  readonly name: string | null;
  readonly timestamp: string;
  readonly durationMs: number | null;
  /** Interrupted: the report is incomplete and no process is writing it. */
  readonly state: "complete" | "going-on" | "interrupted";
  /** Null while it is running. */
  readonly verdict: Pick<ReportVerdict, "verdict" | "sentence"> | null;
  /** Shown in place of the verdict. */
  readonly competition?: CompetitionOutcome;
  readonly summary: ListedSummary;
  readonly agents: readonly string[];
  /** A rehearsal: a script answered instead of models. */
  readonly isScripted: boolean;
}

export interface ListedEvaluation {
  readonly name: string;
  /** Whether its page exists; without one, the evaluation is running or was stopped. */
  readonly isWritten: boolean;
  /** Rows written so far; null if unknown. */
  readonly rows: number | null;
  readonly changedAt: string;
}

export interface Listing {
  readonly project: string;
  readonly reports: readonly ListedReport[];
  readonly evaluations: readonly ListedEvaluation[];
  /** Folders without a readable report, and why. `file` is relative to the project. */
  readonly unreadable: readonly { readonly id: string; readonly file: string; readonly why: string }[];
}

/** By report id: what the agents of running reports do now. */
export type ListingWork = Readonly<Record<string, WorkNow>>;

export interface ListingIndex {
  readonly axisVersion: string;
  readonly listing: Listing;
  /** Whether the page of a report takes labels. */
  readonly takesLabels: boolean;
}
