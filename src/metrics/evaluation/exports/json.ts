/** The whole result as one JSON document with snake_case keys. */
import { isPlainObject, snakeCase } from "../../../core/keys/key-case.ts";
import { toWrittenItem } from "../../datasets/written-item.ts";
import type { EvaluationResult } from "../results/result.ts";
import { toFileRow } from "../results/file-row.ts";

/** Builds the document; items and rows have the same shape as in their own files. */
export function toResultDocument(result: EvaluationResult): Record<string, unknown> {
  const { results, metadata, categoryScores, metricScores, ...rest } = result;
  return {
    ...(toSnakeKeys(rest) as Record<string, unknown>),
    overall_score: result.overallScore,
    category_scores: categoryScores,
    metric_scores: metricScores,
    metadata,
    results: results.map(({ testCase, scoreResults, metadata: about }) => ({
      test_case: toWrittenItem(testCase),
      score_results: scoreResults.map(toFileRow),
      metadata: about,
    })),
  };
}

/** Converts only our own keys: this value contains no user objects. */
export function toSnakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeKeys);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [snakeCase(key), toSnakeKeys(part)]));
}
