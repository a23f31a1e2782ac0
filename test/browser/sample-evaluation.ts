/** Pages of evaluations, measured and written as the library does. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { evaluateDataset } from "../../src/metrics/evaluate-dataset.ts";
import { fragile, createNumberedItems, sameLetters } from "../../src/metrics/evaluation/evaluation.fixture.ts";
import { EvaluationResult } from "../../src/metrics/evaluation/results/result.ts";
import { writeResults } from "../../src/metrics/evaluation/exports/write-results.ts";
import { folders } from "./sample-page.ts";

/** Some items are right, some half right, one cannot be measured, one has nothing to compare with. */
export function sampleEvaluation(count = 12): Promise<EvaluationResult> {
  const items = [
    ...createNumberedItems(count).map((item, index) => ({ query: `What stands at ${index}?`, ...item })),
    { id: "broken", actual_output: "break", expected_output: "abcd" },
    { id: "no-reference", actual_output: "abcd" },
  ];
  return evaluateDataset(items, [sameLetters({ threshold: 0.75 }), fragile()], {
    gates: { same_letters: { mean: 0.9 } },
    slices: ["user_tags"],
    evaluationName: "letters",
  });
}

/** The result in which every text that others write is this one. */
export async function evaluationWith(text: string): Promise<EvaluationResult> {
  const items = [
    {
      id: text,
      query: text,
      actual_output: text,
      expected_output: "zz",
      metadata: { [text]: text },
      user_tags: [text],
    },
    { id: "second", actual_output: "break" },
  ];
  const result = await evaluateDataset(items, [sameLetters({ name: text, threshold: 0.5 }), fragile()], {
    slices: ["user_tags"],
    evaluationName: text,
  });
  const signal = { name: text, value: text, score: null, passed: false, description: text, headlineDisplay: true };
  const results = result.results.map((each) => ({
    ...each,
    scoreResults: each.scoreResults.map((row) => ({
      ...row,
      explanation: text,
      signals: { [text]: [signal] },
      metadata: { [text]: text },
      modelName: text,
    })),
  }));
  const issues = [{ place: text, line: 1, reason: text }];
  return new EvaluationResult({ ...result, evaluationDescription: text, results, issues }, new Set());
}

export async function writeEvaluation(result: EvaluationResult): Promise<{ address: string; html: string }> {
  const folder = mkdtempSync(join(tmpdir(), "axis-page-"));
  folders.push(folder);
  const path = join(folder, "results.html");
  await writeResults(result, path);
  return { address: pathToFileURL(path).href, html: readFileSync(path, "utf8") };
}
