/** What the list of a project's reports and evaluations carries. */
import type { Report } from "../../core/report.ts";

export interface ListedReport {
  readonly id: string;
  readonly name: string | null;
  readonly timestamp: string;
  readonly durationMs: number | null;
  /** Interrupted: it is not whole, and nobody is writing it. */
  readonly state: "complete" | "going-on" | "interrupted";
  readonly summary: Pick<Report["summary"], "total" | "completed" | "failed" | "averageAxisScore" | "averagedOver">;
  readonly agents: readonly string[];
  /** A rehearsal: a script answered in place of models. */
  readonly isScripted: boolean;
}

export interface ListedEvaluation {
  readonly name: string;
  /** Whether its page is there to be opened; without one it is going on, or was stopped. */
  readonly isWritten: boolean;
  /** Rows that were written so far; null where nobody counted them. */
  readonly rows: number | null;
  readonly changedAt: string;
}

export interface Listing {
  readonly project: string;
  readonly reports: readonly ListedReport[];
  readonly evaluations: readonly ListedEvaluation[];
  /** Folders that hold no report that can be read, and why. */
  readonly unreadable: readonly { readonly id: string; readonly why: string }[];
}

export interface ListingIndex {
  readonly axisVersion: string;
  readonly listing: Listing;
}
