/** Combines several measurements of one item by one judged metric. */
import type { MetricEvaluationResult } from "../../core/score/metric-result.ts";
import type { TokenUsage } from "../../core/model/token-usage.ts";
import { mean, standardDeviation } from "../../statistics/mean.ts";

/** Returns the mean of the scored samples, with all values in the metadata. If no sample has a score, returns the first, which has the reason. */
export function combineSamples(samples: readonly MetricEvaluationResult[]): MetricEvaluationResult {
  const [first] = samples;
  if (first === undefined) throw new RangeError("combineSamples needs at least one sample");
  if (samples.length === 1) return first;
  const values = samples.map(({ score }) => score);
  const known = values.filter((value) => value !== null);
  const spending = {
    costEstimate: samples.reduce<number | null>((sum, { costEstimate }) => addKnown(sum, costEstimate), 0),
    ...sumTokens(samples),
  };
  const average = mean(known);
  const chosen = samples.find(({ score }) => score !== null) ?? first;
  const metadata = {
    ...chosen.metadata,
    samples: { values, stdDev: known.length < 2 ? null : standardDeviation(known) },
  };
  if (average === null) return { ...first, ...spending, metadata };
  const { why: _, ...rest } = chosen;
  return { ...rest, ...spending, metadata, score: average };
}

function addKnown(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

function sumTokens(samples: readonly MetricEvaluationResult[]): { tokenUsage?: TokenUsage } {
  const usages = samples.flatMap(({ tokenUsage }) => tokenUsage ?? []);
  if (usages.length === 0) return {};
  const sum = (read: (usage: TokenUsage) => number | undefined) =>
    usages.reduce((total, each) => total + (read(each) ?? 0), 0);
  return {
    tokenUsage: {
      input: sum(({ input }) => input),
      output: sum(({ output }) => output),
      cacheReadInput: sum(({ cacheReadInput }) => cacheReadInput),
      cacheWriteInput: sum(({ cacheWriteInput }) => cacheWriteInput),
    },
  };
}
