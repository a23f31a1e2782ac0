import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { extractCitations } from "./arithmetic/citations/extract-citations.ts";
import { conversationFlowScore } from "./arithmetic/flow/conversation-flow-score.ts";
import { latencyScore } from "./arithmetic/latency-score.ts";
import { detectPii } from "./arithmetic/privacy/detect-pii.ts";
import { assessPii, piiScore } from "./arithmetic/privacy/pii-score.ts";
import { rankingScores } from "./arithmetic/ranking-scores.ts";
import { lengthCheck } from "./arithmetic/text/length-check.ts";
import { levenshteinRatio } from "./arithmetic/text/levenshtein-ratio.ts";
import { sentenceBleu } from "./arithmetic/text/sentence-bleu.ts";
import { containsMatch, exactMatch } from "./arithmetic/text/string-match.ts";
import { fuzzySimilarity } from "./arithmetic/tools/fuzzy-similarity.ts";
import { toolMatchScore } from "./arithmetic/tools/tool-match.ts";
import { alignment } from "./arithmetic/verdicts/alignment.ts";
import { averagePrecision } from "./arithmetic/verdicts/average-precision.ts";
import { faithfulnessScore } from "./arithmetic/verdicts/faithfulness-score.ts";
import { relevancyScore } from "./arithmetic/verdicts/relevancy-score.ts";
import { summarize } from "./summaries/summarize.ts";
import { rollUp } from "./tree/roll-up.ts";
import { summarizeNode } from "./tree/summarize-node.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- rows of seventeen shapes, read as the file has them
type Row = any;

const file = new URL("../../test/fixtures/metric-vectors.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as Record<string, Row[]>;

/** Rows as they are expected: with the replacements of our rulings, and with keys as in our code. */
function rowsOf(group: string): Row[] {
  return (vectors[group] ?? []).map(({ ruled, ...row }) => camelKeys({ ...row, ...ruled }));
}

/** Keys that are the user's own data stay: tree nodes, weights and tool arguments. */
const ownKeys = new Set(["args", "called", "expected", "model", "weights", "metric_scores"]);

function camelKeys(value: Row): Row {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      ownKeys.has(key) ? part : camelKeys(part),
    ]),
  );
}

/** Expects the same, with numbers within 1e-9 and "NaN" for no number; parts that a row does not name are free. */
function expectClose(actual: Row, expected: Row): void {
  expect(differences(actual, expected, "value")).toEqual([]);
}

function differences(actual: Row, expected: Row, place: string): string[] {
  if (typeof expected === "object" && expected !== null) {
    const parts = Object.entries(expected).flatMap(([key, part]) =>
      differences(actual?.[key], part, `${place}.${key}`),
    );
    return Array.isArray(expected) && actual?.length !== expected.length ? [`${place}: other length`, ...parts] : parts;
  }
  const same =
    typeof expected === "number"
      ? Math.abs(actual - expected) <= 1e-9
      : actual === (expected === "NaN" ? null : expected);
  return same && typeof actual === (expected === "NaN" ? "object" : typeof expected)
    ? []
    : [`${place}: ${actual}, not ${expected}`];
}

describe("the vectors, group by group", () => {
  test("all seventeen groups are there", () => {
    expect(Object.keys(vectors)).toHaveLength(17);
  });

  test.each(rowsOf("levenshtein_ratio"))("levenshteinRatio: $actual / $expected is $score", (row) => {
    const { actual, expected, caseSensitive, score } = row;
    expect(levenshteinRatio(actual, expected, { caseSensitive })).toBe(score);
  });

  test.each(rowsOf("sentence_bleu"))("sentenceBleu: $actual / $expected is $score", (row) => {
    expect(sentenceBleu(row.actual, row.expected, row.options)).toBe(row.score);
  });

  test.each(rowsOf("string_match"))("exactMatch and containsMatch: $actual / $expected", (row) => {
    expect(exactMatch(row.actual, row.expected)).toBe(row.exact);
    expect(containsMatch(row.actual, row.expected)).toBe(row.contains);
  });

  test.each(rowsOf("latency"))("latencyScore: $latency with $options is $score", ({ latency, options, score }) => {
    expectClose(latencyScore(latency, options), score);
  });

  test.each(rowsOf("length_constraint"))("lengthCheck: row %#", ({ text, options, ...expected }) => {
    expect(lengthCheck(text, options)).toEqual(expected);
  });

  test.each(rowsOf("retrieval"))("rankingScores: row %#", ({ actual, expected, k, ...scores }) => {
    expectClose(rankingScores(actual, expected, k), scores);
  });

  test.each(rowsOf("tool_correctness"))("toolMatchScore: row %#", ({ called, expected, options, score }) => {
    expectClose(toolMatchScore(called, expected, options), score);
  });

  test.each(rowsOf("tool_fuzzy_similarity"))("fuzzySimilarity: $called / $expected is $similarity", (row) => {
    expectClose(fuzzySimilarity(row.called, row.expected), row.similarity);
  });

  test.each(rowsOf("pii_leakage_heuristic"))("detectPii and piiScore: $text", (row) => {
    const { significant, counts } = assessPii(row.text);
    expectClose(piiScore(row.text), row.score);
    expect(detectPii(row.text)).toHaveLength(row.totalDetections);
    expect(significant).toEqual(row.significant);
    expect(counts).toEqual(row.counts);
  });

  test.each(rowsOf("citations"))("extractCitations: $text", ({ text, presenceCitations, relevancyCitations }) => {
    expect(extractCitations(text, { markdown: false })).toEqual(presenceCitations);
    expect(extractCitations(text, { markdown: true })).toEqual(relevancyCitations);
  });

  test.each(rowsOf("faithfulness"))("faithfulnessScore: row %#", ({ verdicts, ...scores }) => {
    const verdictScores = { CONTRADICTORY: -2, PARTIALLY_SUPPORTED: 0.75 };
    expectClose(
      {
        default: faithfulnessScore(verdicts),
        strict: faithfulnessScore(verdicts, { strictMode: true }),
        custom: faithfulnessScore(verdicts, { verdictScores }),
      },
      scores,
    );
  });

  test.each(rowsOf("answer_relevancy"))("relevancyScore: row %#", (row) => {
    expectClose(relevancyScore(row.verdicts), row.default);
    expectClose(relevancyScore(row.verdicts, { penalizeAmbiguity: true }), row.penalizeAmbiguity);
  });

  test.each(rowsOf("contextual_chunks"))("averagePrecision: row %#", (row) => {
    expectClose(averagePrecision(row.relevancy.map((verdict: string) => verdict === "yes")), row.contextualRanking);
    expectClose(averagePrecision(row.useful), row.contextualPrecision);
  });

  test.each(rowsOf("conversation_flow"))("conversationFlowScore: row %#", ({ turns, moments, results }) => {
    const { geometric, researchMode, ...presets } = results;
    for (const [preset, expected] of Object.entries({ ...presets, research_mode: researchMode }))
      expectClose(conversationFlowScore(turns, moments, preset as "strict"), expected);
    expectClose(conversationFlowScore(turns, moments, { useGeometricMean: true }), geometric);
  });

  test.each(rowsOf("eval_tree"))("rollUp: row %#", ({ model, weights, metricScores, rows }) => {
    expectClose(rollUp(model, weights, metricScores), rows);
  });

  test.each(rowsOf("judge_alignment"))("alignment: row %#", ({ human, judge, ...expected }) => {
    expectClose(alignment(human, judge), expected);
  });

  test.each(rowsOf("summaries"))("summarize and summarizeNode: row %#", ({ scores, metricSummary, hierarchical }) => {
    expectClose(summarize(scores), metricSummary.m);
    expectClose(summarizeNode(scores), hierarchical);
  });
});
