/** Runs that are carried out on other machines and come back whole: run, judged and scored. */
import type { GateExecution } from "./gate.ts";
import type { Job } from "./plan.ts";
import type { RunDetail } from "./report.ts";

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
  /** What an execution of a gate printed; undefined where it did not come back. */
  readonly gateLog?: (execution: Pick<GateExecution, "gate" | "execution">) => Promise<Uint8Array | undefined>;
} | null;

/** Asks for one run and waits for it. Asked again with the same id, it waits for the same run. */
export type Elsewhere = (job: Job, request: RemoteRequest) => Promise<RemoteRun>;
