/** Words about a report that is one part of a plan, or was merged from such parts. Pages use them too, so it imports no schema. */
import type { MergedShards, Shard } from "../../core/plan/shard.ts";
import type { Report } from "../../core/report.ts";

export function formatShard({ number, count }: Shard): string {
  return `shard ${number} of ${count}`;
}

/** One sentence if shards are missing. */
export function listMissingShards({ missing, count }: MergedShards): string[] {
  if (missing.length === 0) return [];
  const [nouns, verb] = missing.length === 1 ? ["shard", "is"] : ["shards", "are"];
  return [`${nouns} ${missing.join(", ")} of ${count} ${verb} missing`];
}

export function renderShards({ shard, shards }: Pick<Report, "shard" | "shards">): string[] {
  if (shard !== undefined) return [`These are the results of ${formatShard(shard)}`];
  if (shards === undefined) return [];
  return [[`Merged from ${shards.reports.length} of ${shards.count} shards`, ...listMissingShards(shards)].join("; ")];
}
