/** Evaluates the answers in this folder from code, with a metric of its own, and prints what it wants of the result. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineMetric, evaluate, fromRaw } from "axis-eval/metrics";

const friendly = defineMetric({
  id: "friendly",
  title: "Friendly",
  about: "Whether an answer speaks of us or of the reader.",
  needs: ["actualOutput"],
  threshold: 1,
  measure: ({ actualOutput }) => ({ score: fromRaw(/\b(?:we|you|your)\b/i.test(actualOutput) ? 1 : 0) }),
});

const folder = dirname(fileURLToPath(import.meta.url));
const result = await evaluate(join(folder, "answers.jsonl"), ["exact_string_match", friendly()], {
  gates: { exact_string_match: { mean: 0.5 } },
});
for (const { name, mean, passRate } of result.summary.metrics)
  console.log(`${name}: mean ${mean}, pass rate ${passRate}`);
for (const { testCase, scoreResults } of result.results)
  console.log(`${testCase.id}: ${scoreResults.map(({ score }) => score).join(" ")}`);
console.log(result.gate?.passed ? "good enough" : result.gate?.reasons.join("; "));
