/** Summarizes a dataset in a few counts. */
import type { DatasetItem } from "../../core/dataset-item.ts";

export interface DatasetSummary {
  readonly name: string;
  readonly totalItems: number;
  readonly singleTurnItems: number;
  readonly multiTurnItems: number;
  readonly hasActualOutput: number;
  readonly hasExpectedOutput: number;
  readonly createdAt: string;
  readonly version: string;
}

export function summarizeDataset(
  dataset: { name: string; createdAt: string; version: string } & Iterable<DatasetItem>,
): DatasetSummary {
  const items = [...dataset];
  const count = (is: (item: DatasetItem) => boolean) => items.filter(is).length;
  const multiTurnItems = count(({ conversation }) => conversation !== undefined);
  return {
    name: dataset.name,
    totalItems: items.length,
    singleTurnItems: items.length - multiTurnItems,
    multiTurnItems,
    hasActualOutput: count(({ actualOutput }) => actualOutput !== undefined),
    hasExpectedOutput: count(({ expectedOutput }) => expectedOutput !== undefined),
    createdAt: dataset.createdAt,
    version: dataset.version,
  };
}

/** The counts as text, one line each. */
export function formatSummary(summary: DatasetSummary): string {
  const width = Math.max(...Object.keys(summary).map((key) => key.length));
  return Object.entries(summary)
    .map(([key, value]) => `${key.padEnd(width)}  ${value}`)
    .join("\n");
}
