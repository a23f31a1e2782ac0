/** Describes one metric in full: what it measures and how, its fields and options, and an item to try it with. */
import { z } from "zod";
import type { ItemField } from "../../core/dataset-item.ts";
import { snakeCase } from "../../core/keys/key-case.ts";
import type { MetricConfig } from "../../core/metric.ts";
import { BaseMetric } from "../../metrics/base-metric.ts";
import { getMetricBody } from "../../metrics/metric-body.ts";
import type { RegisteredMetric } from "../../core/metric.ts";
import type { Paint } from "../../report/text/format.ts";
import { formulas } from "./formulas.ts";
import { sampleValues } from "./sample-values.ts";

export interface OptionDescription {
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
      ...(standard === undefined ? {} : { default: standard }),
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

/** Builds an item with the required fields; a metric that requires none looks at the answer. */
function buildExample({ requiredFields, optionalFields }: MetricConfig): Record<string, unknown> {
  const fields: readonly ItemField[] = requiredFields.length > 0 ? requiredFields : optionalFields.slice(0, 1);
  return Object.fromEntries(fields.map((field) => [snakeCase(field), sampleValues[field] ?? null]));
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
    `Threshold ${metric.threshold ?? "none"}, range ${range}, ${metric.judged ? "asks a judge" : "asks no judge"}`,
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
      : "default" in option
        ? `default ${JSON.stringify(option.default)}`
        : "";
    return `  ${option.name.padEnd(width)}  ${option.type}${standard === "" ? "" : `, ${standard}`}`;
  });
}
