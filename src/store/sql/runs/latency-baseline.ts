/** The latency baseline of a workspace or a scenario: the median of the newest 20 samples, and the lock that orders scoring. */
import { sql } from "kysely";
import type { BaselineScope, LatencyBaseline } from "../../../core/run/run-facts.ts";
import type { Database } from "../schema/database.ts";
import { toJsonColumn } from "../text.ts";

/** How many of the newest samples make up the baseline. */
export const windowSize = 20;

/** Identifies a latency baseline: of the whole workspace, or of one scenario in it. */
export interface BaselineKey {
  readonly workspaceId: string;
  readonly scope: BaselineScope;
  readonly scenarioKey: string;
}

/** Locks the baseline until the transaction ends, so that "earlier" means committed before. Creates a missing row. */
export async function lockLatencyBaseline(transaction: Database, pace: BaselineKey): Promise<LatencyBaseline> {
  const key = toKeyColumns(pace);
  await transaction
    .insertInto("latency_baselines")
    .values({ ...key, ...toBaselineColumns([]) })
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
  const samples = await readNewestSamples(transaction, pace);
  const ids = samples.map(({ run_id }) => run_id);
  const same = row.sample_count === samples.length && row.p50_ms === medianMs(samples) && hasSameIds(row.run_ids, ids);
  if (!same) await refreshLatencyBaseline(transaction, pace);
  return toLatencyBaseline(pace, samples);
}

/** Recomputes the median after a sample was added. The row must be locked. */
export async function refreshLatencyBaseline(transaction: Database, pace: BaselineKey): Promise<void> {
  const key = toKeyColumns(pace);
  const samples = await readNewestSamples(transaction, pace);
  await transaction
    .updateTable("latency_baselines")
    .set({ ...toBaselineColumns(samples), revision: sql<number>`revision + 1`, computed_at: sql<Date>`now()` })
    .where("workspace_id", "=", key.workspace_id)
    .where("scope_key", "=", key.scope_key)
    .execute();
}

/** The current baseline, without a lock. */
export async function readLatencyBaseline(database: Database, pace: BaselineKey): Promise<LatencyBaseline> {
  return toLatencyBaseline(pace, await readNewestSamples(database, pace));
}

interface Sample {
  readonly run_id: string;
  readonly wall_ms: number;
}

async function readNewestSamples(
  database: Database,
  { workspaceId, scope, scenarioKey }: BaselineKey,
): Promise<Sample[]> {
  let query = database
    .selectFrom("latency_samples")
    .select(["run_id", "wall_ms"])
    .where("workspace_id", "=", workspaceId);
  if (scope === "scenario") query = query.where("scenario_key", "=", scenarioKey);
  return await query.orderBy("score_seq", "desc").limit(windowSize).execute();
}

function toLatencyBaseline({ scope }: BaselineKey, samples: readonly Sample[]): LatencyBaseline {
  return {
    p50_ms: medianMs(samples),
    samples: samples.length,
    scope,
    frozen: false,
    run_ids: samples.map(({ run_id }) => run_id),
  };
}

function toKeyColumns({ workspaceId, scope, scenarioKey }: BaselineKey) {
  return { workspace_id: workspaceId, scope_key: scope === "workspace" ? "" : scenarioKey };
}

function toBaselineColumns(samples: readonly Sample[]) {
  return {
    p50_ms: medianMs(samples),
    sample_count: samples.length,
    run_ids: toJsonColumn(samples.map(({ run_id }) => run_id)),
  };
}

/** The middle sample, or the mean of the two middle ones rounded half up; null without samples. */
export function medianMs(samples: readonly { readonly wall_ms: number }[]): number | null {
  const sorted = samples.map(({ wall_ms }) => wall_ms).toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (upper === undefined) return null;
  const lower = sorted.length % 2 === 1 ? upper : (sorted[sorted.length / 2 - 1] ?? upper);
  // Halves the distance instead of the sum, because the sum of two times can exceed 2^53.
  return lower + Math.floor((upper - lower + 1) / 2);
}

function hasSameIds(stored: unknown, ids: readonly string[]): boolean {
  return Array.isArray(stored) && stored.length === ids.length && stored.every((id, index) => id === ids[index]);
}
