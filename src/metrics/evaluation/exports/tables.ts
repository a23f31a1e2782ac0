/** Results as plain tables for code: one table of scores with their items, or one table each for items and scores. */
import { omitUndefined } from "../../../core/json.ts";
import { toWrittenItem } from "../../datasets/written-item.ts";
import type { TestResult } from "../results/result.ts";
import { toFileRow } from "../results/file-row.ts";

type Table = Record<string, unknown>[];

/** Returns one entry per item and score, with the fields of the item followed by those of the score. */
export function toRows({ results }: { readonly results: readonly TestResult[] }): Table {
  return results.flatMap(({ testCase, scoreResults }) => {
    const item = toWrittenItem(testCase);
    return scoreResults.map((score) => {
      const { id: metricId, name, score: value, type, ...rest } = omitUndefined(toFileRow(score));
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
    items: results.map(({ testCase }) => toWrittenItem(testCase)),
    scores: results.flatMap(({ scoreResults }) => scoreResults.map((score) => omitUndefined(toFileRow(score)))),
  };
}
