/** Queues runs in the database and follows them there. */
import type { BundleManifest } from "../bundle/bundle-manifest.ts";
import {
  type EndedRun,
  type RemoteRun,
  type RunDispatcher,
  type RunOrder,
  describeMissingRun,
} from "../../core/run/remote-runner.ts";
import type { GateRun } from "../../core/scenario/gate.ts";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { isTransient, withRetries } from "../../store/sql/retry.ts";
import { listEndedRuns } from "../../store/sql/runs/open-runs.ts";
import { cancelRun, findRun } from "../../store/sql/runs/runs.ts";
import type { Queue } from "../queue/queue.ts";
import { loadRaw } from "../stored/stored-raw.ts";
import { loadArtifact, loadDetail, loadGateLog, loadPatch } from "../stored/stored-run.ts";
import { queueRuns } from "./submit.ts";

const endedPollMs = 2_000;

export interface DatabaseDispatcherDeps extends BlobStore {
  readonly queue: Queue;
  readonly workspaceId: string;
  readonly bundleSha256: Uint8Array;
  readonly manifest: BundleManifest;
  /** W3C trace context of the runs. */
  readonly traceContext: string;
}

export function createDatabaseDispatcher(deps: DatabaseDispatcherDeps): RunDispatcher {
  const { database } = deps;
  return {
    pollMs: endedPollMs,
    isTransient,
    submit: (order) =>
      withRetries(() => queueRuns([toNewRun(order, deps)], { ...deps, competition: deps.manifest.competition })),
    listEnded: async (ids) => (await listEndedRuns(database, ids)).map(toEndedRun),
    cancel: (runId) => withRetries(() => cancelRun(database, runId)),
    fetch: (run) => fetchRun(run, deps),
  };
}

function toNewRun({ runId, reportId, cell, model }: RunOrder, deps: DatabaseDispatcherDeps) {
  const { workspaceId, bundleSha256, manifest, traceContext } = deps;
  const scenario = manifest.scenarios[cell.scenario];
  if (scenario === undefined) throw new Error(`The bundle does not contain the scenario ${cell.scenario}`);
  return {
    id: runId,
    workspaceId,
    scenarioKey: cell.scenario,
    scenarioHash: scenario.hash,
    agent: cell.agent,
    model,
    trial: cell.trial,
    reportId,
    competitionId: manifest.competition?.id ?? null,
    bundleSha256,
    traceContext,
    longestSeconds: scenario.longestSeconds,
  };
}

function toEndedRun({ id, status, attempt, reason }: Awaited<ReturnType<typeof listEndedRuns>>[number]): EndedRun {
  return { id, status: status === "cancelled" ? status : "finished", attempt, reason };
}

async function fetchRun({ id, attempt, reason }: EndedRun, deps: DatabaseDispatcherDeps) {
  const of = { runId: id, attempt };
  const detail = await withRetries(() => loadDetail(deps, of));
  if (detail === undefined) throw new Error(describeMissingRun(reason, (await findRun(deps.database, id))?.result_doc));
  const artifact = (path: string) => withRetries(() => loadArtifact(deps, of, path));
  const gateLog = (execution: GateRun) => withRetries(() => loadGateLog(deps, of, execution));
  const patch = () => withRetries(() => loadPatch(deps, of));
  const raw = () => withRetries(() => loadRaw(deps, of));
  return { detail, artifact, gateLog, patch, raw } satisfies RemoteRun;
}
