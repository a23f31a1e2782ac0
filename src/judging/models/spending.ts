/** Adds up the cost of requests. One unknown price makes the sum unknown. */
import { round9 } from "../../core/json.ts";
import type { ModelSpending } from "../../core/model.ts";
import { addKnown, combineUsage } from "../../core/model/spending.ts";

export const nothingSpent: ModelSpending = { calls: 0, costUsd: 0 };

export function addSpending(a: ModelSpending, b: ModelSpending): ModelSpending {
  const costUsd = addKnown(a.costUsd, b.costUsd);
  return {
    calls: a.calls + b.calls,
    costUsd: costUsd === null ? null : round9(costUsd),
    tokenUsage: combineUsage(a.tokenUsage, b.tokenUsage),
  };
}
