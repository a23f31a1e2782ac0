/** The dependencies of runs that a server with the embedded store makes itself, in the project on this machine. */
import type { Report } from "../../core/report.ts";
import type { Store } from "../../core/store.ts";
import type { evaluate, EvaluateDeps } from "../../evaluate/evaluate.ts";
import type { LoggedDatabase } from "../worker-deps.ts";
import type { WorkerTelemetry } from "../worker-telemetry.ts";
import type { LocalProject } from "./local-project.ts";

export interface LocalDeps extends LoggedDatabase {
  readonly project: LocalProject;
  readonly workspaceId: string;
  /** The id of this process as a worker. */
  readonly workerId: string;
  /** The name of this machine. */
  readonly host: string;
  /** How many runs may run at once. */
  readonly slots: number;
  /** The store of the project's reports. */
  readonly store: Store;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  readonly telemetry: WorkerTelemetry;
  /** Returns a function that completes a report with what is known about the project by then. */
  readonly finaliser?: () => Promise<NonNullable<EvaluateDeps["finalise"]>>;
  /** Called when a report is complete, or was stopped. */
  readonly onWritten: (report: Report) => void;
  /** Replaced in tests that count evaluations. */
  readonly evaluate?: typeof evaluate;
}
