/** Results as plain tables for code: one table of scores with their items, or one table each for items and scores. */
import { writtenItem } from "../../datasets/written-item.ts";
import type { TestResult } from "../results/result.ts";
import { writtenRow } from "../results/written-row.ts";

type Table = Record<string, unknown>[];

/** Returns one entry per item and score, with the fields of the item followed by those of the score. */
export function toRows({ results }: { readonly results: readonly TestResult[] }): Table {
  return results.flatMap(({ testCase, scoreResults }) => {
    const item = writtenItem(testCase);
    return scoreResults.map((score) => {
      const { id: metricId, name, score: value, type, ...rest } = defined(writtenRow(score));
      return { ...item, metric_id: metricId, metric_name: name, metric_score: value, metric_type: type, ...rest };
    });
  });
}

/** Returns each item once, and scores that refer to their item by `item_id`. */
export function toNormalized({ results }: { readonly results: readonly TestResult[] }): {
  items: Table;
  scores: Table;
} {
  return {
    items: results.map(({ testCase }) => writtenItem(testCase)),
    scores: results.flatMap(({ scoreResults }) => scoreResults.map((score) => defined(writtenRow(score)))),
  };
}

function defined(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}
