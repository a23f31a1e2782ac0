/** Loads metrics from YAML: an instruction with examples, never code. */
import { z } from "zod";
import { AxisError } from "../core/error.ts";
import { objectInEitherCase, canonicalKey, keyTable } from "../core/keys/fold-keys.ts";
import { isPlainObject } from "../core/keys/key-case.ts";
import { findNearestName } from "../core/names/nearest.ts";
import { readDataFile } from "../core/data-files/json-file.ts";
import { BaseMetric, type MetricClass } from "./base-metric.ts";
import type { CommonOptionsInput } from "./common-options.ts";
import { metric } from "./decorator.ts";
import type { MetricExample } from "./fields/evaluation-fields.ts";

const text = z.string().min(1);
const shape = {
  name: text,
  instruction: text,
  examples: z
    .array(
      objectInEitherCase({
        input: z.record(z.string(), z.unknown()),
        output: objectInEitherCase({ score: z.number(), explanation: z.string().default("") }),
      }),
    )
    .optional(),
  description: text.optional(),
  modelName: text.optional(),
  embedModelName: text.optional(),
  threshold: z.number().optional(),
  llmProvider: text.optional(),
  requiredFields: z.array(text).optional(),
  optionalFields: z.array(text).optional(),
  key: text.optional(),
  tags: z.array(text).optional(),
};
const MetricFile = objectInEitherCase(shape);
const keys = keyTable(Object.keys(shape));

/** A metric class made from a file. */
export type LoadedMetric = MetricClass & (new (options?: CommonOptionsInput) => BaseMetric);

/** Reads a metric file and registers the metric. */
export async function loadMetric(path: string): Promise<LoadedMetric> {
  const written = await readDataFile(path, path);
  if (isPlainObject(written)) rejectUnknownKeys(path, written);
  const read = MetricFile.safeParse(written);
  if (!read.success)
    throw invalidFileError(
      path,
      read.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "),
    );
  return createMetricClass(read.data);
}

function rejectUnknownKeys(path: string, written: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(written)) {
    if (key === "heuristic")
      throw new AxisError("metric-invalid", `${path}: "heuristic" contains code, and code in data files is not run`, {
        hint: "Write the metric in TypeScript or JavaScript with defineMetric",
      });
    if (canonicalKey(key, keys) !== undefined) continue;
    const near = findNearestName(key, [...keys.known]);
    throw invalidFileError(path, `unknown key "${key}"${near === undefined ? "" : `, did you mean "${near}"?`}`);
  }
}

function invalidFileError(path: string, problem: string): AxisError {
  return new AxisError("metric-invalid", `${path}: ${problem}`, {
    hint: "A metric file needs a name and an instruction",
  });
}

/** Creates the class of a metric file; its model settings are defaults for the options. */
function createMetricClass(file: z.output<typeof MetricFile>): LoadedMetric {
  const { name, instruction, threshold, key, tags } = file;
  const models = Object.entries({
    modelName: file.modelName,
    embedModelName: file.embedModelName,
    llmProvider: file.llmProvider,
  }).filter(([, value]) => value !== undefined);
  const examples = (file.examples ?? []).map(({ input, output }): MetricExample => [input, output]);
  class FromFile extends BaseMetric {
    static override instruction = instruction;
    static override examples = examples;
    constructor(options: CommonOptionsInput = {}) {
      super({ ...Object.fromEntries(models), ...options });
    }
  }
  const declaration = {
    name,
    description: file.description ?? name,
    requiredFields: file.requiredFields ?? [],
    optionalFields: file.optionalFields,
    defaultThreshold: threshold,
    key,
    tags,
  };
  return metric(declaration)(FromFile);
}
