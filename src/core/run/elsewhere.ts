/** Runs that are carried out on other machines and come back whole: run, judged and scored. */
import type { Cell } from "../cell.ts";
import type { GateExecution } from "../scenario/gate.ts";
import type { Job } from "../plan.ts";
import type { RunDetail } from "../report/run-detail.ts";

/** One cell that is asked for. */
export interface RemoteRequest {
  readonly runId: string;
  readonly reportId: string;
  /** Fires when the run is no longer wanted. */
  readonly abort: AbortSignal;
}

/** Null where the run never began: cancelled while it waited. */
export type RemoteRun = {
  readonly detail: RunDetail;
  /** Bytes of a captured file by its path in the workspace; undefined where it is not there any more. */
  readonly artifact: (path: string) => Promise<Uint8Array | undefined>;
  /** The diff of the run; undefined where it did not come back. */
  readonly patch?: () => Promise<Uint8Array | undefined>;
  /** What an execution of a gate printed; undefined where it did not come back. */
  readonly gateLog?: (execution: Pick<GateExecution, "gate" | "execution">) => Promise<Uint8Array | undefined>;
  /** What the agent printed, line by line; undefined where it did not come back. */
  readonly raw?: () => Promise<AsyncIterable<string> | undefined>;
} | null;

/** Asks for one run and waits for it. Asked again with the same id, it waits for the same run. */
export type Elsewhere = (job: Job, request: RemoteRequest) => Promise<RemoteRun>;

/** One run as it is put in the queue. */
export interface RunOrder {
  readonly runId: string;
  readonly reportId: string;
  readonly cell: Cell;
  readonly model: string | null;
}

/** A run that is over. */
export interface EndedRun {
  readonly id: string;
  readonly status: "finished" | "cancelled";
  readonly attempt: number;
  readonly reason: string | null;
}

/** Where runs are put in a queue and looked after: a database, or a server in front of one. */
export interface RunDesk {
  /** How long to wait between two looks where nobody rings. */
  readonly lookMs: number;
  /** Asked twice for the same id, it is one run. */
  submit(order: RunOrder): Promise<void>;
  /** Those of these runs that are over. */
  ended(ids: readonly string[]): Promise<readonly EndedRun[]>;
  cancel(runId: string): Promise<"cancelled" | "requested" | "finished" | "missing">;
  /** The run with everything it left; throws why there is nothing. */
  fetch(run: EndedRun): Promise<NonNullable<RemoteRun>>;
  /** Whether the same may succeed a moment later. */
  isPassing(error: unknown): boolean;
}

/** Why a run came back without anything: what its worker said, or that there was none in the end. */
export function whyNothing(reason: string | null, document: unknown): string {
  const said = typeof document === "object" && document !== null && "error" in document ? document.error : null;
  if (typeof said === "string") return said;
  return reason === "worker-lost" ? "every worker that took the run was lost" : `the run ended as ${reason}`;
}
