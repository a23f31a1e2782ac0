/** Selects the rows for an HTML page: a few thousand out of any number, failing rows first. */
import type { MetricScore } from "../../../../core/score/metric-result.ts";
import type { ExportRow, ExportRows } from "../export-rows.ts";

/** Browsers are slow to open a file with more rows. */
const maxPageRows = 5000;

export interface SelectedRows {
  /** In dataset order. */
  readonly rows: readonly ExportRow[];
  readonly total: number;
  readonly failing: number;
  readonly failingEmbedded: number;
}

/** True if the row could not be measured or did not pass its threshold. */
export function isFailing({ status, passed }: MetricScore): boolean {
  return status === "failed" || passed === false;
}

/** Reads all rows but keeps only the selected ones in memory. */
export async function selectRows(rows: ExportRows, most = maxPageRows): Promise<SelectedRows> {
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
    // Rows of one item stay in the order they were written, because sorting is stable.
    rows: chosen.toSorted((one, other) => one.itemIndex - other.itemIndex),
  };
}
