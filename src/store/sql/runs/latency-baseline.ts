/** The latency baseline of a workspace or a scenario: the median of the newest 20 samples, and the lock that orders scoring. */
import { sql } from "kysely";
import type { BaselineScope, LatencyBaseline } from "../../../core/run/run-facts.ts";
import type { Database } from "../schema/database.ts";
import { jsonText } from "../text.ts";

/** How many of the newest samples make up the baseline. */
export const windowSize = 20;

/** Identifies a latency baseline: of the whole workspace, or of one scenario in it. */
export interface Pace {
  readonly workspaceId: string;
  readonly scope: BaselineScope;
  readonly scenarioKey: string;
}

/** Locks the baseline until the transaction ends, so that "earlier" means committed before. Creates a missing row. */
export async function lockBaseline(transaction: Database, pace: Pace): Promise<LatencyBaseline> {
  const key = keyOf(pace);
  await transaction
    .insertInto("latency_baselines")
    .values({ ...key, ...columnsOf([]) })
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
  const samples = await newestSamples(transaction, pace);
  const ids = samples.map(({ run_id }) => run_id);
  const same = row.sample_count === samples.length && row.p50_ms === medianMs(samples) && equal(row.run_ids, ids);
  if (!same) await refreshBaseline(transaction, pace);
  return baselineOf(pace, samples);
}

/** Recomputes the median after a sample was added. The row must be locked. */
export async function refreshBaseline(transaction: Database, pace: Pace): Promise<void> {
  const key = keyOf(pace);
  const samples = await newestSamples(transaction, pace);
  await transaction
    .updateTable("latency_baselines")
    .set({ ...columnsOf(samples), revision: sql<number>`revision + 1`, computed_at: sql<Date>`now()` })
    .where("workspace_id", "=", key.workspace_id)
    .where("scope_key", "=", key.scope_key)
    .execute();
}

/** The current baseline, without a lock. */
export async function readBaseline(database: Database, pace: Pace): Promise<LatencyBaseline> {
  return baselineOf(pace, await newestSamples(database, pace));
}

interface Sample {
  readonly run_id: string;
  readonly wall_ms: number;
}

async function newestSamples(database: Database, { workspaceId, scope, scenarioKey }: Pace): Promise<Sample[]> {
  let query = database
    .selectFrom("latency_samples")
    .select(["run_id", "wall_ms"])
    .where("workspace_id", "=", workspaceId);
  if (scope === "scenario") query = query.where("scenario_key", "=", scenarioKey);
  return await query.orderBy("score_seq", "desc").limit(windowSize).execute();
}

function baselineOf({ scope }: Pace, samples: readonly Sample[]): LatencyBaseline {
  return {
    p50_ms: medianMs(samples),
    samples: samples.length,
    scope,
    frozen: false,
    run_ids: samples.map(({ run_id }) => run_id),
  };
}

function keyOf({ workspaceId, scope, scenarioKey }: Pace) {
  return { workspace_id: workspaceId, scope_key: scope === "workspace" ? "" : scenarioKey };
}

function columnsOf(samples: readonly Sample[]) {
  return {
    p50_ms: medianMs(samples),
    sample_count: samples.length,
    run_ids: jsonText(samples.map(({ run_id }) => run_id)),
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

function equal(stored: unknown, ids: readonly string[]): boolean {
  return Array.isArray(stored) && stored.length === ids.length && stored.every((id, index) => id === ids[index]);
}
