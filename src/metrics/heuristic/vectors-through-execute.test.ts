import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { flattenSignals } from "../../core/score/signal.ts";
import type { BaseMetric } from "../base-metric.ts";
import { ContainsMatch } from "./contains-match.ts";
import { ExactStringMatch } from "./exact-string-match.ts";
import { Latency } from "./latency.ts";
import { LengthConstraint } from "./length-constraint.ts";
import { LevenshteinRatio } from "./levenshtein-ratio.ts";
import { PIILeakageHeuristic } from "./pii-leakage-heuristic.ts";
import { SentenceBLEU } from "./sentence-bleu.ts";

interface Row {
  readonly actual: string;
  readonly expected: string;
  readonly text: string;
  readonly latency: number;
  /** As files write them. */
  readonly options: object;
  readonly case_sensitive: boolean;
  readonly score: number;
  readonly exact: number;
  readonly contains: number;
  readonly char_count: number;
  readonly sentence_count: number;
  readonly total_detections: number;
  readonly significant: readonly unknown[];
}

const file = new URL("../../../test/fixtures/metric-vectors.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as Record<string, (Row & { readonly ruled?: Partial<Row> })[]>;

function rowsOf(group: string): Row[] {
  return (vectors[group] ?? []).map(({ ruled, ...row }) => ({ ...row, ...ruled }));
}

async function scoreOf(metric: BaseMetric, item: Record<string, unknown>): Promise<number> {
  const { status, score } = await metric.execute(item);
  expect(status).toBe("scored");
  return score as number;
}

async function readingsOf(metric: BaseMetric, item: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { signals } = await metric.execute(item);
  const flat = flattenSignals(metric.getSignals(signals), signals).signals;
  return Object.fromEntries((flat["overall"] ?? []).map(({ name, value }) => [name, value]));
}

const texts = ({ actual, expected }: Row) => ({ actual_output: actual, expected_output: expected });

describe("the vectors hold through execute, with options as files write them", () => {
  test.each(rowsOf("levenshtein_ratio"))("Levenshtein Ratio, row %#", async (row) => {
    const options = { case_sensitive: row.case_sensitive } as object;
    expect(await scoreOf(LevenshteinRatio(options), texts(row))).toBe(row.score);
  });

  test.each(rowsOf("sentence_bleu"))("Sentence BLEU, row %#", async (row) => {
    expect(await scoreOf(SentenceBLEU(row.options), texts(row))).toBe(row.score);
  });

  test.each(rowsOf("string_match"))("Exact String Match and Contains Match, row %#", async (row) => {
    expect(await scoreOf(ExactStringMatch(), texts(row))).toBe(row.exact);
    expect(await scoreOf(ContainsMatch(), texts(row))).toBe(row.contains);
  });

  test.each(rowsOf("latency"))("Latency, row %#", async ({ latency, options, score }) => {
    expect(await scoreOf(Latency(options), { latency })).toBeCloseTo(score, 9);
  });

  test.each(rowsOf("length_constraint"))("Length Constraint, row %#", async ({ text, options, ...row }) => {
    const metric = LengthConstraint(options);
    expect(await scoreOf(metric, { actual_output: text })).toBe(row.score);
    expect(await readingsOf(metric, { actual_output: text })).toMatchObject({
      char_count: row.char_count,
      sentence_count: row.sentence_count,
    });
  });

  test.each(rowsOf("pii_leakage_heuristic"))("PII Leakage (Heuristic), row %#", async ({ text, ...row }) => {
    expect(await scoreOf(PIILeakageHeuristic(), { actual_output: text })).toBeCloseTo(row.score, 9);
    expect(await readingsOf(PIILeakageHeuristic(), { actual_output: text })).toMatchObject({
      total_detections: row.total_detections,
      significant_detections: row.significant.length,
    });
  });
});
