/** Tracks which metrics an execution has started and what each cost, separately for concurrent executions. */
import { AsyncLocalStorage } from "node:async_hooks";

type Costs = Map<object, number | null>;
const scopes = new AsyncLocalStorage<Costs>();

/** Runs one execution and reports its cost to the enclosing execution, if any. */
export async function runInExecution<T extends { readonly costEstimate: number | null }>(
  metric: object,
  body: () => Promise<T>,
): Promise<T> {
  const around = scopes.getStore();
  const result = await scopes.run(new Map(), body);
  if (around !== undefined) {
    const before = around.get(metric);
    around.set(metric, before === undefined ? result.costEstimate : addCostEstimates(before, result.costEstimate));
  }
  return result;
}

/** Returns the cost of some metrics within the current execution. */
export function sumExecutionCosts(metrics: readonly object[]): number | null {
  const costs = scopes.getStore();
  return metrics.reduce<number | null>(
    (sum, metric) => addCostEstimates(sum, costs?.get(metric) ?? (costs?.has(metric) ? null : 0)),
    0,
  );
}

function addCostEstimates(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
