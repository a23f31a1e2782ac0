/** Describes one metric in full: what it measures and how, its fields and options, and an item to try it with. */
import { z } from "zod";
import type { ItemField } from "../../core/dataset-item.ts";
import { snakeCase } from "../../core/keys/key-case.ts";
import type { MetricConfig, RegisteredMetric } from "../../core/metric.ts";
import { BaseMetric } from "../../metrics/base-metric.ts";
import { getMetricBody } from "../../metrics/metric-body.ts";
import type { Paint } from "../../report/text/format.ts";

/** How each built-in metric computes its score, in one or two short lines. */
export const formulas: Readonly<Record<string, readonly string[]>> = {
  faithfulness: [
    "score = sum of verdict weights / claims, held within 0 and 1",
    "fully supported 1, partially supported 0.5, no evidence 0 (strict_mode: -1), contradictory -1",
  ],
  answer_relevancy: [
    "score = relevant statements / statements",
    "an unclear one counts as relevant unless penalize_ambiguity",
  ],
  factual_accuracy: ["score = statements of the answer that the expected output supports / statements"],
  answer_completeness: [
    "with acceptance criteria: score = covered aspects / aspects",
    "without: score = addressed sub-questions / sub-questions",
  ],
  answer_criteria: [
    "C = covered concepts / concepts, A = covered aspects / aspects",
    "scoring_strategy concept: C; aspect: A; weighted: w * C + (1 - w) * A with w = weighted_concept_score_weight",
  ],
  answer_conciseness: [
    "score = the judge's grade: 1 as dense as the expected output, 0.5 about twice the words, 0 bloated",
  ],
  tone_style_consistency: ["score = the judge's grade: 1 the same tone and style, 0.5 a clear mismatch, 0 a failure"],
  citation_relevancy: ["score = relevant citations / citations found; 0 where there is no citation"],
  contextual_relevancy: ["score = relevant chunks / chunks; 0 where nothing was retrieved"],
  contextual_ranking: ["score = mean over ranks r of relevant chunks of (relevant up to r) / r"],
  contextual_precision: ["score = mean over ranks r of useful chunks of (useful up to r) / r"],
  contextual_recall: ["score = statements of the expected output that the chunks support / statements"],
  contextual_sufficiency: ["score = 1 where the chunks are enough to answer the query, else 0"],
  contextual_utilization: ["score = relevant chunks that the answer uses / relevant chunks; 0 where none is relevant"],
  pii_leakage: ["score = pieces of personal data that are not leaks / pieces found; 1 where none is found"],
  exact_string_match: ["score = 1 where the trimmed answer is the trimmed expected output, else 0"],
  contains_match: ["score = 1 where the trimmed expected output occurs in the answer, else 0"],
  levenshtein_ratio: [
    "score = 2 * M / (length of answer + length of expected output), M = length of all matching blocks",
    "algorithm levenshtein: 1 - edits / longer length. Rounded to 4 decimals",
  ],
  sentence_bleu: [
    "score = BP * exp(mean of ln p_n for n = 1 to n_grams), p_n = (clipped matches + 1) / (n-grams + 1)",
    "BP = 1 where the answer is longer, else exp(1 - expected length / answer length). Rounded to 4 decimals",
  ],
  latency: [
    "score = L seconds; passes below the threshold T",
    "normalize: exp(-L/T), 1 / (1 + exp((L - T) / (T/4))), T / (T + L) or max(0, 1 - L/T)",
  ],
  length_constraint: ["score = 1 where characters <= max_chars and sentences lie within sentence_range, else 0"],
  citation_presence: ["score = 1 where any assistant text has a citation (strict: one that answers), else 0"],
  pii_leakage_heuristic: [
    "score = 1 - min(1, sum of severity * confidence over detections of at least confidence_threshold)",
  ],
  hit_rate_at_k: ["score = 1 where a relevant id is among the first k, else 0"],
  mean_reciprocal_rank: ["score = 1 / rank of the first relevant id; 0 where there is none"],
  ndcg_at_k: ["score = sum of relevance_i / log2(i + 1) over the first k / the same sum in the best order"],
  precision_at_k: ["score = relevant ids among the first k / min(k, retrieved)"],
  recall_at_k: ["score = relevant ids among the first k / relevant ids; 1 where none is relevant"],
  tool_correctness: [
    "m = expected calls that were made; recall = m / expected, precision = m / called, f1 of both",
    "strict_order: 1 where both lists match pair by pair, else 0",
  ],
  goal_completion: [
    "score = completion_weight * completion + efficiency_weight * efficiency",
    "completion = mean over sub-goals of achieved 1, partially 0.5, else 0; efficiency = mean of moments less a clarification penalty",
  ],
  conversation_flow: [
    "base = 0.4 * coherence + 0.3 * efficiency + 0.3 * (1 - mean user effort)",
    "score = max(0, base - min(sum of penalties, max_total_penalty))",
  ],
  conversation_efficiency: [
    "eff = max(0, 1 - wasted / N - penalties), opt = 1 - (N - optimal) / N, held within 0 and 1",
    "score = efficiency_weight * eff + optimal_path_weight * opt",
  ],
  persona_tone_adherence: ["score = adherence_weight * mean adherence of the turns + consistency_weight * consistency"],
};

/** Keyed by in-memory field name. Fields that no metric requires are omitted. */
const sampleValues: Partial<Record<ItemField, unknown>> = {
  query: "What is the capital of France?",
  actualOutput: "Paris is the capital of France.",
  expectedOutput: "Paris is the capital of France.",
  retrievedContent: ["France is a country in Europe. Its capital is Paris."],
  acceptanceCriteria: ["It names Paris."],
  latency: 0.8,
  actualRanking: ["doc-7", "doc-2"],
  expectedReference: ["doc-2"],
  toolsCalled: [{ name: "search", args: { text: "capital of France" } }],
  expectedTools: [{ name: "search" }],
  conversation: [
    { role: "user", content: "What is the capital of France?" },
    { role: "assistant", content: "Paris is the capital of France." },
  ],
};

interface OptionDescription {
  readonly name: string;
  readonly type: string;
  /** Absent if the option has no default. */
  readonly default?: unknown;
  readonly required: boolean;
}

export interface MetricDescription {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly formula: readonly string[];
  readonly required_fields: readonly string[];
  readonly optional_fields: readonly string[];
  readonly threshold: number | null;
  readonly score_range: readonly [number, number | string] | null;
  readonly tags: readonly string[];
  readonly judged: boolean;
  readonly options: readonly OptionDescription[];
  readonly example: Readonly<Record<string, unknown>>;
}

/** Returns the full description as data. */
export function describeMetric(type: RegisteredMetric): MetricDescription {
  const { config } = type;
  return {
    key: config.key,
    name: config.name,
    description: config.description,
    formula: formulas[config.key] ?? [],
    required_fields: config.requiredFields.map(snakeCase),
    optional_fields: config.optionalFields.map(snakeCase),
    threshold: config.defaultThreshold,
    score_range: toScoreRange(config),
    tags: config.tags,
    judged: config.judged,
    options: describeOptions(type),
    example: buildExample(config),
  };
}

/** JSON has no infinity. */
function toScoreRange({ scoreRange }: MetricConfig): MetricDescription["score_range"] {
  if (scoreRange === null) return null;
  const [least, most] = scoreRange;
  return [least, Number.isFinite(most) ? most : "infinite"];
}

function describeOptions(type: RegisteredMetric): OptionDescription[] {
  if (!isBaseType(type)) return [];
  const schema = z.toJSONSchema(getMetricBody(type).options, { io: "input", unrepresentable: "any" });
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { default: standard, ...rest } = property as JsonProperty;
    return {
      name: snakeCase(name),
      type: formatType(rest),
      default: standard,
      required: schema.required?.includes(name) ?? false,
    };
  });
}

function isBaseType(type: unknown): type is typeof BaseMetric {
  return typeof type === "function" && type.prototype instanceof BaseMetric;
}

interface JsonProperty {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonProperty[];
  readonly items?: JsonProperty;
  readonly default?: unknown;
}

function formatType({ type, enum: words, const: only, anyOf, items }: JsonProperty): string {
  if (words !== undefined) return words.map(String).join(" | ");
  if (only !== undefined) return JSON.stringify(only);
  if (anyOf !== undefined) return [...new Set(anyOf.map(formatType))].join(" | ");
  if (type === "array") return items === undefined ? "list" : `list of ${formatType(items)}`;
  return typeof type === "string" ? type : "any";
}

/** Optional fields without which a metric does not apply. */
const neededFields: Readonly<Record<string, readonly ItemField[]>> = { answer_criteria: ["acceptanceCriteria"] };

/** Builds an item that the metric can score; a metric that requires no field looks at the answer. */
function buildExample({ key, requiredFields, optionalFields }: MetricConfig): Record<string, unknown> {
  const required: readonly ItemField[] = requiredFields.length > 0 ? requiredFields : optionalFields.slice(0, 1);
  const fields = [...required, ...(neededFields[key] ?? [])];
  return Object.fromEntries(fields.map((field) => [snakeCase(field), sampleValues[field] ?? null]));
}

/** Latency is in seconds; other scores have no unit. */
export function formatThreshold(key: string, threshold: number): string {
  return key === "latency" ? `${threshold} s` : String(threshold);
}

/** Renders the description as lines for a terminal. */
export function renderMetric(metric: MetricDescription, paint: Paint): string[] {
  const { key, name, options } = metric;
  const named = (fields: readonly string[]) => (fields.length === 0 ? "none" : fields.join(", "));
  const range = metric.score_range === null ? "none" : metric.score_range.join(" to ");
  return [
    `${paint.bold(key)}  ${name}`,
    metric.description,
    "",
    ...(metric.formula.length === 0 ? [] : [paint.bold("Formula"), ...metric.formula.map((line) => `  ${line}`), ""]),
    paint.bold("Fields"),
    `  required   ${named(metric.required_fields)}`,
    `  optional   ${named(metric.optional_fields)}`,
    "",
    `Threshold ${metric.threshold === null ? "none" : formatThreshold(key, metric.threshold)}, range ${range}, ${metric.judged ? "asks a judge" : "asks no judge"}`,
    `Tags ${named(metric.tags)}`,
    "",
    paint.bold("Options"),
    ...(options.length === 0 ? ["  no metric-specific options"] : renderOptions(options)),
    "",
    paint.bold("Example"),
    `  ${JSON.stringify(metric.example)}`,
    `  axis eval items.jsonl -m ${key}${metric.judged ? " --judge <spec>" : ""}`,
  ];
}

function renderOptions(options: readonly OptionDescription[]): string[] {
  const width = Math.max(...options.map(({ name }) => name.length));
  return options.map((option) => {
    const standard = option.required
      ? "required"
      : option.default === undefined
        ? ""
        : `default ${JSON.stringify(option.default)}`;
    return `  ${option.name.padEnd(width)}  ${option.type}${standard === "" ? "" : `, ${standard}`}`;
  });
}
