/** Tracks which metrics an execution has started and what each cost, separately for concurrent executions. */
import { AsyncLocalStorage } from "node:async_hooks";
import { addKnown } from "../../core/model/spending.ts";

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
    around.set(metric, before === undefined ? result.costEstimate : addKnown(before, result.costEstimate));
  }
  return result;
}

/** Returns the cost of some metrics within the current execution. */
export function sumExecutionCosts(metrics: readonly object[]): number | null {
  const costs = scopes.getStore();
  return metrics.reduce<number | null>(
    (sum, metric) => addKnown(sum, costs?.get(metric) ?? (costs?.has(metric) ? null : 0)),
    0,
  );
}
