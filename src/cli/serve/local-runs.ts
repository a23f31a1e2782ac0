/** Executes runs of the local project that are submitted to a server with the embedded store. */
import { hostname } from "node:os";
import { errorMessage } from "../../core/error.ts";
import type { Report } from "../../core/report.ts";
import { hashGoalPrompt } from "../../judging/model-judges/prompts/prompt-hash.ts";
import { replaceAgentLimits } from "../../store/sql/agent-limits.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import type { LocalDeps } from "../../worker/local/local-deps.ts";
import { LocalProject } from "../../worker/local/local-project.ts";
import { LocalRuns } from "../../worker/local/local-runs.ts";
import { WorkerTelemetry } from "../../worker/worker-telemetry.ts";
import type { CliDeps } from "../command.ts";
import { openStore } from "../project.ts";
import { type SandboxFlags, toSandboxRequest } from "../sandbox-flags.ts";
import { describeMachineSandbox } from "../sandbox-lines.ts";
import { createLog, describeExecution } from "./server-worker.ts";
import type { ServedProject, ServeSettings } from "./settings.ts";
import type { ServedRuns } from "./shared-runs.ts";

export interface LocalRunsOptions {
  readonly project: ServedProject;
  readonly workspaceId: string;
  readonly slots: number;
  readonly drainSeconds: number;
  readonly workers: ServeSettings["workers"];
  readonly flags: SandboxFlags;
  /** Called after a report was written. */
  readonly onWritten: () => void;
}

export async function openLocalRuns(
  store: SqlStore,
  { project: files, workspaceId, slots, drainSeconds, workers, flags, onWritten }: LocalRunsOptions,
  cli: CliDeps,
): Promise<ServedRuns> {
  const { env, now } = cli;
  const { database } = store;
  const log = createLog(cli);
  await replaceAgentLimits(database, workers.agent_limits ?? {});
  const onDefect = (error: unknown) => log(`Warning: ${errorMessage(error)}`);
  const telemetry = new WorkerTelemetry({ database, env, now, onDefect });
  const local: LocalDeps = {
    database,
    project: new LocalProject(files, { env, log, sandbox: toSandboxRequest(flags) }),
    workspaceId,
    workerId: `serve-${hostname()}`,
    host: hostname(),
    slots,
    store: openStore(cli, files.configDir),
    env,
    now,
    log,
    telemetry,
    finaliser: () => createCalibrator(files.configDir),
    onWritten,
  };
  const sandbox = await describeMachineSandbox(flags);
  const runs = await LocalRuns.open(local, store);
  return {
    deps: { submit: runs.submit, submitContest: runs.submitContest },
    async work(leave, onReady) {
      log(describeExecution(slots, sandbox));
      await runs.work({ leave, drainSeconds, onReady });
    },
    async [Symbol.asyncDispose]() {
      await runs[Symbol.asyncDispose]();
      await telemetry[Symbol.asyncDispose]();
    },
  };
}

/** Applies the human calibration to the report, as `axis run` does. */
async function createCalibrator(configDir: string): Promise<(report: Report) => Report> {
  const { readCalibration } = await import("../calibrate/calibration-file.ts");
  const { applyCalibration } = await import("../../metrics/calibration/apply-calibration.ts");
  const calibration = await readCalibration(configDir);
  return (report) => applyCalibration(report, calibration, hashGoalPrompt());
}
