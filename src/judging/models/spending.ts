/** Adds up the cost of requests. One unknown price makes the sum unknown. */
import { round9 } from "../../core/json.ts";
import type { ModelSpending } from "../../core/model.ts";
import type { TokenUsage } from "../../core/model/token-usage.ts";

export const nothingSpent: ModelSpending = { calls: 0, costUsd: 0 };

export function addSpending(a: ModelSpending, b: ModelSpending): ModelSpending {
  const tokenUsage = addUsage(a.tokenUsage, b.tokenUsage);
  return {
    calls: a.calls + b.calls,
    costUsd: a.costUsd === null || b.costUsd === null ? null : round9(a.costUsd + b.costUsd),
    tokenUsage,
  };
}

function addUsage(a: TokenUsage | undefined, b: TokenUsage | undefined): TokenUsage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const cacheReadInput = addCounts(a.cacheReadInput, b.cacheReadInput);
  const cacheWriteInput = addCounts(a.cacheWriteInput, b.cacheWriteInput);
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheReadInput,
    cacheWriteInput,
  };
}

function addCounts(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a + b;
}
