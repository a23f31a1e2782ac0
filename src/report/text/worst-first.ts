/** The kinds of change, most important first. */
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

/** Sorts entries by kind; within a kind, the largest change comes first. */
export function sortByImportance(entries: readonly ComparisonEntry[]): ComparisonEntry[] {
  const size = ({ delta }: ComparisonEntry) => Math.abs(delta ?? 0);
  return worstFirst.flatMap((kind) =>
    entries.filter((entry) => entry.kind === kind).toSorted((a, b) => size(b) - size(a)),
  );
}
