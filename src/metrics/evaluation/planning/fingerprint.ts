/** The fingerprint of a metric with all its options: rows with the same fingerprint were measured in the same way. */
import { createHash } from "node:crypto";
import { canonicalJson } from "../../../core/json.ts";
import type { Metric } from "../../../core/metric.ts";
import { BaseMetric } from "../../base-metric.ts";

/** Options that affect only speed or display names, never the score. */
const ignoredOptions = new Set([
  "name",
  "metricName",
  "description",
  "metricDescription",
  "timeoutMs",
  "maxRetries",
  "retryDelay",
  "enablePromptCaching",
  "maxConcurrentLlmCalls",
]);

/** SHA-256 of key, version, options, instruction, examples, mapping, threshold and model. */
export function fingerprintMetric(metric: Metric, threshold: number | null, modelId: string | null): string {
  const { key, config, options } = metric;
  const whole = {
    key,
    version: config.version,
    options: toPlainJson(options),
    threshold,
    model: modelId,
    ...collectBaseParts(metric),
  };
  return createHash("sha256").update(canonicalJson(whole)).digest("hex");
}

function collectBaseParts(metric: Metric) {
  if (!(metric instanceof BaseMetric)) return {};
  const common = Object.entries(metric.common).filter(([name]) => !ignoredOptions.has(name));
  const { instruction = null, examples, requiredFields, optionalFields, metricCategory } = metric;
  return {
    common: toPlainJson(Object.fromEntries(common)),
    instruction,
    examples: toPlainJson(examples),
    requiredFields,
    optionalFields,
    metricCategory,
  };
}

/** Makes a value serializable: a model becomes its id, a pattern its text, a function its source. */
function toPlainJson(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => {
      if (typeof part === "function") return String(part);
      if (part instanceof RegExp) return String(part);
      if (typeof part === "object" && part !== null && "id" in part && ("ask" in part || "embed" in part))
        return part.id;
      return part;
    }) ?? "null",
  ) as unknown;
}
