import { afterEach, beforeEach, expect, test } from "vitest";
import { fromRaw } from "../core/score.ts";
import { BaseMetric } from "./base-metric.ts";
import { defineMetric } from "./define-metric.ts";
import { redirectPrint } from "./display/print.ts";
import { MetricRegistryError } from "./errors.ts";
import { MetricRegistry } from "./registry.ts";

/** The published table: key, display name, class, threshold, required, optional, tags. */
const table = `
faithfulness | Faithfulness | Faithfulness | 0.5 | query, actual_output, retrieved_content | | knowledge, single_turn
answer_relevancy | Answer Relevancy | AnswerRelevancy | 0.5 | query, actual_output | conversation | knowledge, single_turn, multi_turn
factual_accuracy | Factual Accuracy | FactualAccuracy | 0.8 | query, actual_output, expected_output | | knowledge, agent, single_turn
answer_completeness | Answer Completeness | AnswerCompleteness | 0.5 | query, actual_output | expected_output, acceptance_criteria | knowledge, agent, single_turn
answer_criteria | Answer Criteria | AnswerCriteria | 0.5 | query, actual_output | acceptance_criteria, additional_input, conversation, expected_output | knowledge, agent, single_turn, multi_turn
answer_conciseness | Answer Conciseness | AnswerConciseness | 0.8 | actual_output, expected_output | query | knowledge, agent, single_turn
tone_style_consistency | Tone & Style Consistency | ToneStyleConsistency | 0.8 | actual_output, expected_output | persona_description | knowledge, agent, single_turn
citation_relevancy | Citation Relevancy | CitationRelevancy | 0.8 | query, actual_output | conversation | agent, knowledge, multi_turn, citation
contextual_relevancy | Contextual Relevancy | ContextualRelevancy | 0.5 | query, retrieved_content | | knowledge, single_turn
contextual_ranking | Contextual Ranking | ContextualRanking | 0.5 | query, retrieved_content | | knowledge, single_turn
contextual_precision | Contextual Precision | ContextualPrecision | 0.5 | query, expected_output, retrieved_content | | knowledge, single_turn
contextual_recall | Contextual Recall | ContextualRecall | 0.5 | expected_output, retrieved_content | | knowledge, single_turn
contextual_sufficiency | Contextual Sufficiency | ContextualSufficiency | 0.5 | query, retrieved_content | | knowledge, single_turn
contextual_utilization | Contextual Utilization | ContextualUtilization | 0.5 | query, actual_output, retrieved_content | | knowledge, single_turn
pii_leakage | PII Leakage | PIILeakage | 0.5 | actual_output | query, expected_output | agent, knowledge, single_turn
exact_string_match | Exact String Match | ExactStringMatch | 0.5 | actual_output, expected_output | | heuristic, binary
contains_match | Contains Match | ContainsMatch | 0.5 | actual_output, expected_output | | heuristic, binary
levenshtein_ratio | Levenshtein Ratio | LevenshteinRatio | 0.2 | actual_output, expected_output | | heuristic
sentence_bleu | Sentence BLEU | SentenceBLEU | 0.5 | actual_output, expected_output | | heuristic
latency | Latency | Latency | 5 | latency | query | heuristic
length_constraint | Length Constraint | LengthConstraint | 1 | | actual_output, additional_output | heuristic
citation_presence | Citation Presence | CitationPresence | 0.5 | actual_output | conversation | agent, knowledge, citation, multi_turn
pii_leakage_heuristic | PII Leakage (Heuristic) | PIILeakageHeuristic | 0.8 | actual_output | query, expected_output | heuristic
hit_rate_at_k | Hit Rate @ K | HitRateAtK | 0.5 | actual_ranking, expected_reference | | retrieval
mean_reciprocal_rank | Mean Reciprocal Rank (MRR) | MeanReciprocalRank | 0.5 | actual_ranking, expected_reference | | retrieval
ndcg_at_k | NDCG @ K | NDCGAtK | 0.5 | actual_ranking, expected_reference | | retrieval
precision_at_k | Precision @ K | PrecisionAtK | 0.5 | actual_ranking, expected_reference | | retrieval
recall_at_k | Recall @ K | RecallAtK | 0.5 | actual_ranking, expected_reference | | retrieval
tool_correctness | Tool Correctness | ToolCorrectness | 0.5 | tools_called, expected_tools | | agent, tool
goal_completion | Goal Completion | GoalCompletion | 0.5 | conversation | additional_input | agent, multi_turn
conversation_flow | Conversation Flow | ConversationFlow | 0.7 | conversation | | agent, multi_turn
conversation_efficiency | Conversation Efficiency | ConversationEfficiency | 0.5 | conversation | | agent, multi_turn
persona_tone_adherence | Persona & Tone Adherence | PersonaToneAdherence | 0.5 | conversation | additional_input, persona_description | agent, multi_turn
`;
const rows = table
  .trim()
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()));

function words(text = ""): string[] {
  return text === "" ? [] : text.split(", ");
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

let printed = "";
let before: (text: string) => void;
const warnings: string[] = [];
const registry = new MetricRegistry((warning) => warnings.push(warning));
beforeEach(() => {
  printed = "";
  before = redirectPrint((text) => void (printed += text));
});
afterEach(() => {
  redirectPrint(before);
  registry.reset();
  warnings.length = 0;
});

const custom = defineMetric({
  id: "custom",
  title: "Custom One",
  about: "Says 1.",
  needs: ["query"],
  tags: ["mine"],
  measure: () => ({ score: fromRaw(1) }),
});

test("the 33 built-in metrics are there, in the order of the table", () => {
  expect(registry.keys()).toEqual(rows.map(([key]) => key));
  expect(registry.size).toBe(33);
  expect([...registry]).toHaveLength(33);
});

test.each(rows)("%s is what the table says", (key = "", name, className = "", threshold, required, optional, tags) => {
  const type = registry.get(key);
  expect(type.name).toBe(className);
  expect(type.config).toMatchObject({
    name,
    defaultThreshold: Number(threshold),
    metricCategory: "score",
    tags: words(tags),
  });
  expect(type.config.requiredFields.map(snake)).toEqual(words(required));
  expect(type.config.optionalFields.map(snake)).toEqual(words(optional));
  for (const spelling of [key.toUpperCase(), name ?? "", className, ` ${className.toLowerCase()} `])
    expect(registry.get(spelling)).toBe(type);
  expect(Reflect.construct(type, [])).toBeInstanceOf(BaseMetric);
  expect(type.config.judged).toBe(
    rows.findIndex(([row]) => row === key) < 15 || words(tags).join() === "agent,multi_turn",
  );
});

test("an unknown key lists what there is and the nearest, or is null", () => {
  expect(registry.get("faithfulnes", false)).toBeNull();
  expect(() => registry.get("faithfulnes")).toThrow(MetricRegistryError);
  expect(() => registry.get("faithfulnes")).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('Did you mean "faithfulness"?') }),
  );
  expect(registry.get("pii_leakage_(heuristic)").config.key).toBe("pii_leakage_heuristic");
});

test("custom metrics come after the built-in ones; the same key replaces with a warning; reset forgets", () => {
  registry.register(custom);
  registry.register(custom);
  expect(warnings).toEqual([]);
  expect(registry.keys().at(-1)).toBe("custom");
  const other = defineMetric({
    id: "custom",
    title: "Other",
    about: "Says 0.",
    needs: [],
    measure: () => ({ score: fromRaw(0) }),
  });
  registry.register(other);
  expect(registry.get("custom")).toBe(other);
  expect(warnings).toHaveLength(1);
  registry.reset();
  expect(registry.size).toBe(33);
});

test("what is no metric is refused", () => {
  expect(() => registry.register(class extends BaseMetric {})).toThrow(MetricRegistryError);
  expect(() => registry.register({} as never)).toThrow(MetricRegistryError);
});

test("find looks at names, descriptions and tags, whatever the case", () => {
  expect(registry.find("CITATION").map(({ config }) => config.key)).toEqual([
    "citation_relevancy",
    "citation_presence",
  ]);
  expect(registry.find("retrieval").map(({ config }) => config.key)).toContain("ndcg_at_k");
  expect(registry.find("no such words")).toEqual([]);
});

test("compatible metrics are those whose fields are there; a blank text is there only for some", () => {
  const keys = (item: object) =>
    registry.getCompatibleMetrics(item as Record<string, unknown>).map(({ config }) => config.key);
  expect(keys({})).toEqual(["length_constraint"]);
  expect(keys({ latency: 0 })).toEqual(["latency", "length_constraint"]);
  expect(keys({ actual_output: "", expected_output: "" })).toEqual([
    "exact_string_match",
    "contains_match",
    "levenshtein_ratio",
    "sentence_bleu",
    "length_constraint",
    "citation_presence",
  ]);
  expect(keys({ query: "q", retrieved_content: [] })).toContain("contextual_relevancy");
});

test("it filters, describes and displays", () => {
  expect(registry.filter({ judged: true })).toHaveLength(19);
  expect(registry.filter({ tags: ["agent", "tool"] }).map(({ config }) => config.key)).toEqual(["tool_correctness"]);
  expect(registry.filter({ category: "analysis" })).toEqual([]);
  expect(Object.keys(registry.getMetricDescriptions())).toHaveLength(33);
  expect(registry.display(true)).toBe(printed.trimEnd() + "\n");
  expect(printed).toContain("PII Leakage (Heuristic)");
  expect(printed).toContain("extends BaseMetric");
});

test("the table is sorted by key and fits the terminal", () => {
  const text = registry.displayTable(80);
  const lines = text.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines[0]).toMatch(/^Key +Name +Thr/);
  expect(lines[1]).toMatch(/^answer_com/);
  expect(lines).toHaveLength(34);
});

test("metrics are made by name, with options in either spelling", () => {
  expect(registry.create("answer_relevancy", { relevancy_mode: "strict", threshold: 0.1 })).toMatchObject({
    options: { relevancyMode: "strict" },
    threshold: 0.1,
  });
  expect(() => registry.create("answer_relevancy", { relevancy_mod: "strict" })).toThrow(
    'did you mean "relevancyMode"?',
  );
});
