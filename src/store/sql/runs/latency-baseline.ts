/** The latency baseline of a workspace or a scenario: stored, with the lock that orders scoring. */
import { sql } from "kysely";
import { latencyBaseline, type LatencySample, latencyWindow } from "../../../core/run/latency-baseline.ts";
import type { BaselineScope, LatencyBaseline } from "../../../core/run/run-facts.ts";
import type { Database } from "../schema/database.ts";
import { toJsonColumn } from "../text.ts";

/** Identifies a latency baseline: of the whole workspace, or of one scenario in it. */
export interface BaselineKey {
  readonly workspaceId: string;
  readonly scope: BaselineScope;
  readonly scenarioKey: string;
}

/** Locks the baseline until the transaction ends, so that "earlier" means committed before. Creates a missing row. */
export async function lockLatencyBaseline(transaction: Database, baselineKey: BaselineKey): Promise<LatencyBaseline> {
  const key = toKeyColumns(baselineKey);
  await transaction
    .insertInto("latency_baselines")
    .values({ ...key, ...toBaselineColumns(latencyBaseline([], baselineKey.scope)) })
    .onConflict((conflict) => conflict.columns(["workspace_id", "scope_key"]).doNothing())
    .execute();
  const row = await transaction
    .selectFrom("latency_baselines")
    .selectAll()
    .where("workspace_id", "=", key.workspace_id)
    .where("scope_key", "=", key.scope_key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // The row is a cache: it must match the samples, even after someone edited it by hand.
  const baseline = await readLatencyBaseline(transaction, baselineKey);
  const { p50_ms: median, samples, run_ids: ids } = baseline;
  const same = row.sample_count === samples && row.p50_ms === median && hasSameIds(row.run_ids, ids);
  if (!same) await refreshLatencyBaseline(transaction, baselineKey);
  return baseline;
}

/** Recomputes the median after a sample was added. The row must be locked. */
export async function refreshLatencyBaseline(transaction: Database, baselineKey: BaselineKey): Promise<void> {
  const key = toKeyColumns(baselineKey);
  const baseline = await readLatencyBaseline(transaction, baselineKey);
  await transaction
    .updateTable("latency_baselines")
    .set({ ...toBaselineColumns(baseline), revision: sql<number>`revision + 1`, computed_at: sql<Date>`now()` })
    .where("workspace_id", "=", key.workspace_id)
    .where("scope_key", "=", key.scope_key)
    .execute();
}

/** The current baseline, without a lock. */
export async function readLatencyBaseline(database: Database, baselineKey: BaselineKey): Promise<LatencyBaseline> {
  const newestFirst = await readNewestSamples(database, baselineKey);
  return latencyBaseline(newestFirst.toReversed(), baselineKey.scope);
}

async function readNewestSamples(
  database: Database,
  { workspaceId, scope, scenarioKey }: BaselineKey,
): Promise<LatencySample[]> {
  let query = database
    .selectFrom("latency_samples")
    .select(["run_id", "wall_ms"])
    .where("workspace_id", "=", workspaceId);
  if (scope === "scenario") query = query.where("scenario_key", "=", scenarioKey);
  return await query.orderBy("score_seq", "desc").limit(latencyWindow).execute();
}

/** How a scope is stored: empty for the workspace, else the scenario. */
export function toScopeKey({ scope, scenarioKey }: Pick<BaselineKey, "scope" | "scenarioKey">): string {
  return scope === "workspace" ? "" : scenarioKey;
}

function toKeyColumns(key: BaselineKey) {
  return { workspace_id: key.workspaceId, scope_key: toScopeKey(key) };
}

function toBaselineColumns({ p50_ms, samples, run_ids: ids }: LatencyBaseline) {
  return { p50_ms, sample_count: samples ?? 0, run_ids: toJsonColumn(ids) };
}

function hasSameIds(stored: unknown, ids: readonly string[]): boolean {
  return Array.isArray(stored) && stored.length === ids.length && stored.every((id, index) => id === ids[index]);
}
