/** The kinds of change, in the order in which one wants to hear of them. */
import type { ComparisonEntry, ComparisonKind } from "../../core/report/comparison.ts";

export const worstFirst: readonly ComparisonKind[] = [
  "failed",
  "regressed",
  "unscored",
  "gone",
  "improved",
  "new",
  "unchanged",
];

/** Entries by kind; within a kind, what moved furthest before the rest. */
export function byImportance(entries: readonly ComparisonEntry[]): ComparisonEntry[] {
  const size = ({ delta }: ComparisonEntry) => Math.abs(delta ?? 0);
  return worstFirst.flatMap((kind) =>
    entries.filter((entry) => entry.kind === kind).toSorted((a, b) => size(b) - size(a)),
  );
}
