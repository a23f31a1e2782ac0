/** Which rows a page holds: a few thousand of any number, those that are bad news first. */
import type { MetricScore } from "../../../core/score/metric-result.ts";
import type { ExportRow, ExportRows } from "../export-rows.ts";

/** More would make a file that browsers are slow to open. */
const mostRows = 5000;

export interface ChosenRows {
  /** In the order of the dataset. */
  readonly rows: readonly ExportRow[];
  readonly total: number;
  readonly failing: number;
  readonly failingEmbedded: number;
}

/** Could not be measured, or is on the wrong side of its threshold. */
export function isFailing({ status, passed }: MetricScore): boolean {
  return status === "failed" || passed === false;
}

/** Keeps a few while reading all. */
export async function chosenRows(rows: ExportRows, most = mostRows): Promise<ChosenRows> {
  const failing: ExportRow[] = [];
  const others: ExportRow[] = [];
  const counts = { total: 0, failing: 0 };
  for await (const row of rows()) {
    counts.total += 1;
    const isBad = isFailing(row.row);
    if (isBad) counts.failing += 1;
    const kept = isBad ? failing : others;
    if (kept.length < most) kept.push(row);
  }
  const chosen = [...failing, ...others.slice(0, Math.max(0, most - failing.length))];
  return {
    ...counts,
    failingEmbedded: failing.length,
    // Rows of one item stay in the order they were written: sorting is stable.
    rows: chosen.toSorted((one, other) => one.itemIndex - other.itemIndex),
  };
}
