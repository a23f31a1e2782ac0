/** The options that every metric accepts besides its own, and the function that reads both from one object. */
import { z } from "zod";
import { AxisError } from "../core/error.ts";
import { foldKeys, keyTable } from "../core/keys/fold-keys.ts";
import { camelCase, isPlainObject } from "../core/keys/key-case.ts";
import type { Embedder, Model } from "../core/model.ts";
import { findNearestName } from "../core/names/nearest.ts";
import type { ForeignEmbedder, ForeignModel } from "./model-source.ts";

function hasMethod(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && typeof (value as Record<string, unknown>)[name] === "function";
}

const model = z.custom<Model | ForeignModel>(
  (value) => hasMethod(value, "ask") || hasMethod(value, "doGenerate"),
  "expected a model: an AXIS model with a function ask, or an AI SDK model",
);
const embedder = z.custom<Embedder | ForeignEmbedder>(
  (value) => hasMethod(value, "embed") || hasMethod(value, "doEmbed"),
  "expected an embedder: an AXIS embedder with a function embed, or an AI SDK model",
);
const text = z.string().min(1);
const fieldNames = z.array(text).readonly();

export const CommonOptions = z.strictObject({
  /** `provider/model`, or only the model's name if `llmProvider` is given. */
  modelName: text.optional(),
  llm: model.optional(),
  embedModelName: text.optional(),
  embedModel: embedder.optional(),
  /** Null means that nothing passes or fails; 0 is a valid threshold. */
  threshold: z.number().nullable().optional(),
  llmProvider: text.optional(),
  requiredFields: fieldNames.optional(),
  optionalFields: fieldNames.optional(),
  metricName: text.optional(),
  name: text.optional(),
  metricDescription: text.optional(),
  description: text.optional(),
  /** Maps a field to a path: `{ actual_output: "additional_output.summary" }`. */
  fieldMapping: z.record(z.string(), text).optional(),
  metricCategory: z.enum(["score", "analysis", "classification"]).optional(),
  instruction: text.optional(),
  /** Items, each with the result it should get. */
  examples: z
    .array(z.tuple([z.unknown(), z.unknown()]))
    .readonly()
    .optional(),
  temperature: z.number().min(0).max(2).default(0),
  maxOutputTokens: z.number().int().positive().optional(),
  /** Time limit of one request. */
  timeoutMs: z.number().positive().default(120_000),
  /** The next three apply to models that the metric opens by name. */
  maxRetries: z.number().int().nonnegative().default(3),
  retryDelay: z.number().nonnegative().default(0.5),
  enablePromptCaching: z.boolean().default(false),
  maxConcurrentLlmCalls: z.number().int().positive().default(5),
  forceGranular: z.boolean().default(false),
  allowFallback: z.boolean().default(true),
});
export type CommonOptions = z.output<typeof CommonOptions>;
export type CommonOptionsInput = z.input<typeof CommonOptions>;

const commonKeys = Object.keys(CommonOptions.shape);

export interface ParsedOptions {
  readonly own: object;
  readonly common: Readonly<CommonOptions>;
}

/** Splits and validates the options of one metric. A mistake is an `AxisError` that names the metric and the option. */
export function readOptions(metric: string, own: z.ZodObject, given: unknown): ParsedOptions {
  const ownKeys = Object.keys(own.shape);
  const known = new Set([...ownKeys, ...commonKeys]);
  if (given !== undefined && !isPlainObject(given)) throw invalidOptionsError(metric, ["options must be an object"]);
  const problems: string[] = [];
  // Some options accept null, so it is kept.
  const folded = foldOptions(given ?? {}, { known, problems });
  for (const key of Object.keys(folded))
    if (!known.has(key)) problems.push(`unknown option "${key}"${suggestOption(key, [...known])}`);
  if (problems.length > 0) throw invalidOptionsError(metric, problems);
  const parsed = {
    own: own.safeParse(pickOptions(folded, ownKeys)),
    common: CommonOptions.safeParse(pickOptions(folded, commonKeys)),
  };
  const issues = [parsed.own, parsed.common].flatMap(({ error }) => error?.issues ?? []);
  if (!parsed.own.success || !parsed.common.success)
    throw invalidOptionsError(
      metric,
      issues.map(({ path, message }) => `${path.join(".")}: ${message}`),
    );
  return { own: Object.freeze(parsed.own.data), common: Object.freeze(parsed.common.data) };
}

function foldOptions(
  given: Readonly<Record<string, unknown>>,
  { known, problems }: { known: ReadonlySet<string>; problems: string[] },
): Readonly<Record<string, unknown>> {
  const folded = foldKeys(given, keyTable(known), (problem) => problems.push(problem)) as Record<string, unknown>;
  const nulls = Object.keys(given).filter((key) => given[key] === null);
  for (const key of nulls) folded[known.has(key) ? key : camelCase(key)] ??= null;
  return folded;
}

function pickOptions(folded: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => key in folded).map((key) => [key, folded[key]]));
}

function suggestOption(key: string, names: readonly string[]): string {
  const near = findNearestName(camelCase(key), names);
  return near === undefined ? "" : `, did you mean "${near}"?`;
}

function invalidOptionsError(metric: string, problems: readonly string[]): AxisError {
  return new AxisError("metric-invalid", problems.map((problem) => `${metric}: ${problem}`).join("\n"), {
    hint: `List the options with: axis metrics ${metric}`,
  });
}
