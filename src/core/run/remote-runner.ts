/** Runs that other machines execute and that come back complete: run, judged and scored. */
import type { Cell } from "../cell.ts";
import type { GateRun } from "../scenario/gate.ts";
import type { Job } from "../plan.ts";
import type { RunDetail } from "../report/run-detail.ts";

/** The request for one cell. */
export interface RemoteRequest {
  readonly runId: string;
  readonly reportId: string;
  /** Fires when the run is no longer wanted. */
  readonly abort: AbortSignal;
}

/** Null if the run never began, because it was cancelled while it waited. */
export type RemoteRun = {
  readonly detail: RunDetail;
  /** Bytes of a captured file by its path in the workspace; undefined if it no longer exists. */
  readonly artifact: (path: string) => Promise<Uint8Array | undefined>;
  /** The diff of the run; undefined if it did not come back. */
  readonly patch?: () => Promise<Uint8Array | undefined>;
  /** What an execution of a gate printed; undefined if it did not come back. */
  readonly gateLog?: (execution: GateRun) => Promise<Uint8Array | undefined>;
  /** What the agent printed, line by line; undefined if it did not come back. */
  readonly raw?: () => Promise<AsyncIterable<string> | undefined>;
} | null;

/** Requests one run and waits for it. A second request with the same id waits for the same run. */
export type RemoteRunner = (job: Job, request: RemoteRequest) => Promise<RemoteRun>;

/** One run as it is submitted to the queue. */
export interface RunOrder {
  readonly runId: string;
  readonly reportId: string;
  readonly cell: Cell;
  readonly model: string | null;
}

/** A run that has ended. */
export interface EndedRun {
  readonly id: string;
  readonly status: "finished" | "cancelled";
  readonly attempt: number;
  readonly reason: string | null;
}

/** Queues runs and tracks them: a database, or a server in front of one. */
export interface RunDispatcher {
  /** How long to wait between two polls if no change is signalled. */
  readonly pollMs: number;
  /** Submitting the same id twice creates only one run. */
  submit(order: RunOrder): Promise<void>;
  /** The runs among these that have ended. */
  listEnded(ids: readonly string[]): Promise<readonly EndedRun[]>;
  cancel(runId: string): Promise<"cancelled" | "requested" | "finished" | "missing">;
  /** The run with all its files; throws the reason if there is nothing. */
  fetch(run: EndedRun): Promise<NonNullable<RemoteRun>>;
  /** Whether a retry may succeed a moment later. */
  isTransient(error: unknown): boolean;
}

/** Why a run came back with nothing: the worker's error, or that every worker was lost. */
export function describeMissingRun(reason: string | null, document: unknown): string {
  const said = typeof document === "object" && document !== null && "error" in document ? document.error : null;
  if (typeof said === "string") return said;
  return reason === "worker-lost" ? "every worker that took the run was lost" : `the run ended as ${reason}`;
}
