/** Requests for runs and competitions over HTTP, and what queueing them gives. The server receives them, workers fulfil them. */
import type { CompetitionRank } from "../report/competition.ts";
import type { RunStatus } from "./run-row.ts";

interface RequestedWorkspace {
  readonly id: string;
  readonly slug: string;
}

/** A request, by name, for runs of one scenario with one agent. */
export interface Submission {
  readonly workspace: RequestedWorkspace;
  readonly scenario: string;
  readonly agent: string;
  readonly model: string | null;
  readonly trials: number;
  readonly priority: number;
  /** W3C trace context of the request, which the run continues. */
  readonly traceContext: string | null;
}

export interface SubmittedRun {
  readonly id: string;
  readonly scenario: string;
  readonly agent: string;
  readonly trial: number;
}

export type SubmissionResult =
  | { readonly status: "queued"; readonly runs: readonly SubmittedRun[] }
  | { readonly status: "unknown-scenario" | "unknown-agent" | "agent-not-served" | "project-invalid" };

/** Queues runs and their tokens in one transaction, or says which part of the request is unknown. */
export type Submit = (submission: Submission) => Promise<SubmissionResult>;

/** One run of a batch. The client chooses the id, so that sending the same batch twice queues each run once. */
export interface BatchRun extends SubmittedRun {
  readonly report: string;
}

/** Runs of one bundle that the client waits for together, such as those of `axis run --queue`. */
export interface Batch {
  readonly workspace: RequestedWorkspace;
  /** SHA-256 in hex. */
  readonly bundle: string;
  readonly runs: readonly BatchRun[];
  readonly traceContext: string | null;
}

export type BatchResult =
  | {
      readonly status: "queued";
      readonly runs: readonly (SubmittedRun & { readonly status: RunStatus })[];
      /** Agents of the batch that no live worker serves. */
      readonly unserved: readonly string[];
    }
  | { readonly status: "unknown-bundle" | "unknown-scenario" | "unknown-agent" | "run-exists" };

/** Queues all runs in one transaction, or none. Runs that already exist are returned with their current status. */
export type SubmitBatch = (batch: Batch) => Promise<BatchResult>;

/** A request, by name, for a competition in the server's own project. */
export interface ContestSubmission {
  readonly workspace: RequestedWorkspace;
  /** Keys or globs. */
  readonly scenarios: readonly string[];
  /** If omitted, every agent. */
  readonly agents?: readonly string[] | undefined;
  readonly trials?: number | undefined;
  readonly until?: "decided" | undefined;
  readonly maxTrials?: number | undefined;
  /** A branch, a tag or a commit. */
  readonly base: string;
  readonly allowDirty: boolean;
  readonly rank: CompetitionRank;
  /** `rules` or a model; if omitted, the judges of the project. */
  readonly judge?: string | undefined;
  readonly concurrency?: number | undefined;
  readonly budgetUsd?: number | undefined;
  readonly budgetTokens?: number | undefined;
  readonly deadlineMinutes?: number | undefined;
  readonly allowUnknownCost: boolean;
  readonly priority: number;
  /** W3C trace context of the request, which the runs continue. */
  readonly traceContext: string | null;
}

export type ContestSubmissionResult =
  | { readonly status: "started"; readonly id: string }
  | { readonly status: "unknown-scenario" | "unknown-agent" | "agent-not-served" | "project-invalid" }
  /** What is wrong with the base, the entrants or the rounds. */
  | { readonly status: "competition-refused"; readonly why: string };

/** Queues the runs of a competition and starts it, or says why it cannot take place. */
export type SubmitContest = (submission: ContestSubmission) => Promise<ContestSubmissionResult>;
