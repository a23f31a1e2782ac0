/** The status of an item, from its rows; the page filters by it, and counts it over all items. */
import type { RunStatus } from "../../../core/report/run-status.ts";
import type { MetricScore } from "../../../core/score/metric-result.ts";

/** Worse statuses win: an item that misses one threshold has failed, whatever else could not be measured. */
const ranks = ["unscored", "passed", "error", "failed"] as const satisfies readonly RunStatus[];
export type ItemStatus = (typeof ranks)[number];

type RowFacts = Pick<MetricScore, "status" | "passed">;

function rankRow({ status, passed }: RowFacts): number {
  if (status === "failed") return ranks.indexOf("error");
  return passed === null ? 0 : ranks.indexOf(passed ? "passed" : "failed");
}

export function findItemStatus(rows: readonly RowFacts[]): ItemStatus {
  return ranks[Math.max(0, ...rows.map(rankRow))] ?? "unscored";
}

/** The statuses of many items whose rows arrive one by one. */
export class ItemStatuses<Key> {
  readonly #ranks = new Map<Key, number>();

  add(item: Key, row: RowFacts): void {
    this.#ranks.set(item, Math.max(this.#ranks.get(item) ?? 0, rankRow(row)));
  }

  *entries(): Iterable<readonly [Key, ItemStatus]> {
    for (const [item, rank] of this.#ranks) yield [item, ranks[rank] ?? "unscored"];
  }

  get(item: Key): ItemStatus | undefined {
    const rank = this.#ranks.get(item);
    return rank === undefined ? undefined : ranks[rank];
  }
}
