/** Converts rows to and from their file form, which has snake_case keys. Reading accepts camelCase keys as well. */
import { z } from "zod";
import { foldKeys, keyTable } from "../../../core/keys/fold-keys.ts";
import { isPlainObject } from "../../../core/keys/key-case.ts";
import { MetricScore } from "../../../core/score/metric-result.ts";
import type { FlatSignals } from "../../../core/score/signal.ts";
import type { ResultRow } from "./row.ts";

/** Converts our keys to snake_case; keys inside user objects stay as they are. */
export function toFileRow(row: ResultRow | MetricScore): Record<string, unknown> {
  const placed = row as ResultRow;
  return {
    id: row.id,
    item_id: row.itemId,
    item_index: placed.itemIndex,
    item_digest: placed.itemDigest,
    key: row.key,
    name: row.name,
    status: row.status,
    score: row.score,
    why: row.why,
    threshold: row.threshold,
    passed: row.passed,
    explanation: row.explanation,
    signals: toFileSignals(row.signals),
    metadata: row.metadata,
    version: row.version,
    fingerprint: row.fingerprint,
    timestamp: row.timestamp,
    source: row.source,
    cost_estimate: row.costEstimate,
    token_usage: row.tokenUsage === undefined ? undefined : toFileTokens(row.tokenUsage),
    duration_ms: row.durationMs,
    model_name: row.modelName,
    llm_provider: row.llmProvider,
    metric_category: row.metricCategory,
    parent: row.parent,
    type: row.type,
    weight: row.weight,
    row_count: placed.rowCount,
    slices: placed.slices,
  };
}

/** Converts token counts to their file form. */
export function toFileTokens(usage: NonNullable<MetricScore["tokenUsage"]>) {
  const { input, output, cacheReadInput, cacheWriteInput } = usage;
  return { input, output, cache_read_input: cacheReadInput, cache_write_input: cacheWriteInput };
}

function toFileSignals(groups: FlatSignals): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const group of Object.keys(groups))
    written[group] = groups[group]?.map(({ name, value, score, passed, description, headlineDisplay }) => ({
      name,
      value,
      score,
      passed,
      description,
      headline_display: headlineDisplay,
    }));
  return written;
}

const Row = MetricScore.extend({
  itemIndex: z.number().int().nonnegative(),
  itemDigest: z.string(),
  rowCount: z.number().int().positive().optional(),
  slices: z.array(z.object({ field: z.string(), value: z.string() })).optional(),
});
const rowKeys = keyTable(Object.keys(Row.shape), { metric_id: "id", metric_metadata: "metadata" });
const signalKeys = keyTable(["name", "value", "score", "passed", "description", "headlineDisplay"]);
const tokenKeys = keyTable(["input", "output", "cacheReadInput", "cacheWriteInput"]);

/** Parses a line, or returns undefined if it is not a row. */
export function readRow(text: string): ResultRow | undefined {
  const raw = restoreNulls(tryParseJson(text));
  if (raw === undefined) return undefined;
  return Row.safeParse(raw).data;
}

function restoreNulls(written: unknown): unknown {
  const folded = foldKeys(written, rowKeys);
  if (!isPlainObject(folded)) return undefined;
  // Folding drops nulls, but a row has an explicit null where a number is missing.
  return { ...nullFields, ...folded, signals: readSignals(folded["signals"]), ...readTokens(folded["tokenUsage"]) };
}

const nullFields = {
  score: null,
  threshold: null,
  passed: null,
  costEstimate: null,
  durationMs: null,
  modelName: null,
  llmProvider: null,
  parent: null,
  weight: null,
};

function readSignals(groups: unknown): unknown {
  if (!isPlainObject(groups)) return groups;
  const entries = Object.entries(groups).map(([group, list]) => [
    group,
    Array.isArray(list) ? list.map((signal) => restoreSignalNulls(foldKeys(signal, signalKeys))) : list,
  ]);
  return Object.fromEntries(entries);
}

function restoreSignalNulls(signal: unknown): unknown {
  return isPlainObject(signal) ? { score: null, passed: null, value: null, ...signal } : signal;
}

function readTokens(usage: unknown): object {
  return usage === undefined ? {} : { tokenUsage: { ...(foldKeys(usage, tokenKeys) as object) } };
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // Not a row: the caller reports it with its line number.
  }
}
