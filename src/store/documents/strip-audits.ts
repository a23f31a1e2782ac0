/** Removes the audits from a report's results, before the report is checked against its schema. */
import { Category } from "../../core/score/category.ts";

/** A result without a detail file keeps its audits, because they are stored nowhere else. */
export function stripAudits(report: object): object {
  const results: unknown = "results" in report ? report.results : undefined;
  return Array.isArray(results) ? { ...report, results: results.map(stripResult) } : report;
}

function stripResult(result: unknown): unknown {
  if (!isObject(result) || !isObject(result.score) || result.file === "") return result;
  const score = { ...result.score };
  for (const category of Category.options) {
    const dimension = score[category];
    if (isObject(dimension) && Array.isArray(dimension.audits)) score[category] = { ...dimension, audits: [] };
  }
  return { ...result, score };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
