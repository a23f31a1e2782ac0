/** Queues the runs of a plan together, from the bundle they name and under the ids that the client chose. */
import { findBundle, type ListedBundle } from "../bundle/bundle-store.ts";
import type { Batch, BatchResult, BatchRun } from "../../core/run/submission.ts";
import { findRuns, type RunRow } from "../../store/sql/runs/runs.ts";
import { listServedAgents } from "../../store/sql/workers.ts";
import { getOwn, queueRuns, type SubmitDeps } from "./submit.ts";

type BatchDeps = Pick<SubmitDeps, "database" | "queue">;

/** Queues all runs or none. Runs whose agent no worker serves yet wait for one that does. */
export async function submitBatch(batch: Batch, deps: BatchDeps): Promise<BatchResult> {
  const { database } = deps;
  const bundle = await findBundle(database, { workspaceId: batch.workspace.id, sha256: batch.bundle });
  if (bundle === undefined) return { status: "unknown-bundle" };
  const rows = [];
  for (const run of batch.runs) {
    const row = resolveBatchRun(run, bundle, batch);
    if (typeof row === "string") return { status: row };
    rows.push(row);
  }
  const there = await findKnownRuns(batch, deps);
  if (there === "run-exists") return { status: there };
  await queueRuns(rows, { ...deps, competition: bundle.manifest.competition });
  const served = await listServedAgents(database);
  return {
    status: "queued",
    runs: batch.runs.map(({ report: _report, ...run }) => ({ ...run, status: there.get(run.id) ?? "queued" })),
    unserved: [...new Set(batch.runs.map(({ agent }) => agent).filter((agent) => !served.has(agent)))],
  };
}

function resolveBatchRun(run: BatchRun, { manifest, sha256 }: ListedBundle, { workspace, traceContext }: Batch) {
  const scenario = getOwn(manifest.scenarios, run.scenario);
  if (scenario === undefined) return "unknown-scenario";
  const agent = manifest.agents.find(({ name }) => name === run.agent);
  if (agent === undefined || !scenario.agents.includes(agent.name)) return "unknown-agent";
  return {
    id: run.id,
    workspaceId: workspace.id,
    scenarioKey: run.scenario,
    scenarioHash: scenario.hash,
    agent: agent.name,
    model: agent.model,
    trial: run.trial,
    reportId: run.report,
    competitionId: manifest.competition?.id ?? null,
    bundleSha256: sha256,
    traceContext,
    longestSeconds: scenario.longestSeconds,
  };
}

/** The status of runs that were requested before; "run-exists" if an id belongs to a different run. */
async function findKnownRuns({ workspace, runs }: Batch, { database }: BatchDeps) {
  const rows = await findRuns(
    database,
    runs.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isAnother = runs.some((run) => {
    const row = byId.get(run.id);
    return row !== undefined && !isSameRun(run, row, workspace.id);
  });
  return isAnother ? "run-exists" : new Map(rows.map(({ id, status }) => [id, status]));
}

function isSameRun(run: BatchRun, row: RunRow, workspaceId: string): boolean {
  const isOfIts = row.workspace_id === workspaceId && row.report_id === run.report;
  return isOfIts && row.scenario_key === run.scenario && row.agent === run.agent && row.trial === run.trial;
}
