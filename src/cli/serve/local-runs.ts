/** Executes runs of the local project that are submitted to a server with the embedded store. */
import type { Report } from "../../core/report.ts";
import { hashGoalPrompt } from "../../judging/model-judges/prompts/prompt-hash.ts";
import { openLocalQueue } from "../../worker/queue/local-queue.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { replaceAgentLimits } from "../../store/sql/agent-limits.ts";
import { LocalRuns } from "../../worker/local/local-runs.ts";
import { ProjectNotice } from "../../worker/local/project-notice.ts";
import type { CliDeps } from "../command.ts";
import { openStore } from "../project.ts";
import type { ServedRuns } from "./shared-runs.ts";
import type { ServedProject, ServeSettings } from "./settings.ts";
import { createLog, runServerWorker } from "./server-worker.ts";

export interface LocalRunsOptions {
  readonly project: ServedProject;
  readonly workspaceId: string;
  readonly slots: number;
  readonly drainSeconds: number;
  readonly workers: ServeSettings["workers"];
  /** Called after a report was written. */
  readonly onWritten: () => void;
}

export async function openLocalRuns(
  store: SqlStore,
  { project: served, workspaceId, slots, drainSeconds, workers, onWritten }: LocalRunsOptions,
  cli: CliDeps,
): Promise<ServedRuns> {
  const { env, now } = cli;
  const say = createLog(cli);
  const project = { ...served, notice: new ProjectNotice(say) };
  const queue = await openLocalQueue(store.database);
  await replaceAgentLimits(store.database, workers.agent_limits ?? {});
  const reports = openStore(cli, served.configDir);
  const runs = await LocalRuns.open({
    sql: store,
    queue,
    project,
    workspaceId,
    store: reports,
    env,
    now,
    say,
    finaliser: () => createCalibrator(served.configDir),
    onWritten,
  });
  return {
    deps: { submit: runs.submit },
    work: (leave, onReady) =>
      runServerWorker(project.configDir, { slots, drainSeconds, leave, onReady }, { store, queue, cli, project }),
    [Symbol.asyncDispose]: () => runs[Symbol.asyncDispose](),
  };
}

/** Applies the human calibration to the report, as `axis run` does. */
async function createCalibrator(configDir: string): Promise<(report: Report) => Report> {
  const { readCalibration } = await import("../calibrate/calibration-file.ts");
  const { applyCalibration } = await import("../../metrics/calibration/apply-calibration.ts");
  const calibration = await readCalibration(configDir);
  return (report) => applyCalibration(report, calibration, hashGoalPrompt());
}
