/** A shard: the part of a plan that one machine runs, so that several machines share a plan without a database. */
import { z } from "zod";
import { type Cell, pairId } from "../cell.ts";
import type { Plan } from "../plan.ts";

/** Which part, counted from 1. */
export const Shard = z.object({ number: z.number().int().positive(), count: z.number().int().positive() });
export type Shard = z.infer<typeof Shard>;

/** A shard, and all cells of the plan that it is a part of. */
export interface PlannedShard extends Shard {
  readonly cells: readonly Cell[];
}

/** Which shards a merged report was made of. */
export const MergedShards = z.object({
  count: z.number().int().positive(),
  reports: z.array(z.object({ number: z.number().int().positive(), reportId: z.string() })),
  /** Shards that were not there. */
  missing: z.array(z.number().int().positive()),
});
export type MergedShards = z.infer<typeof MergedShards>;

/** The part of a plan that a shard runs, or all of it without one. Digests and seed stay those of the whole plan. */
export function takeShard(plan: Plan, shard: Shard | undefined): Plan {
  if (shard === undefined) return plan;
  const cells = plan.jobs.map(({ cell }) => cell);
  const owners = dealPairs(cells, shard.count);
  return {
    ...plan,
    jobs: plan.jobs.filter(({ cell }) => owners.get(pairId(cell)) === shard.number),
    shard: { ...shard, cells },
  };
}

/**
 * The shard of each result: its trials stay together. Every shard gets as many results as any other, of all and of
 * each agent, give or take one. Agents begin at different shards, so that a slow scenario does not meet the same one twice.
 */
function dealPairs(cells: readonly Cell[], count: number): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  const agents = [...new Set(cells.map(({ agent }) => agent))];
  let dealt = 0;
  for (const [turn, agent] of agents.entries()) {
    const pairs = [...new Set(cells.filter((cell) => cell.agent === agent).map(pairId))];
    // What fills every shard equally may begin anywhere.
    const first = pairs.length % count === 0 ? turn : dealt;
    for (const [index, pair] of pairs.entries()) owners.set(pair, ((first + index) % count) + 1);
    dealt += pairs.length;
  }
  return owners;
}
