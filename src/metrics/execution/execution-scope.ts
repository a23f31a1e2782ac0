/** Which metrics an execution has started, and what each has cost: kept apart for executions that run at once. */
import { AsyncLocalStorage } from "node:async_hooks";

type Costs = Map<object, number | null>;
const scopes = new AsyncLocalStorage<Costs>();

/** Runs one execution; what it costs is told to the one around it, under the metric's name. */
export async function inExecution<T extends { readonly costEstimate: number | null }>(
  metric: object,
  body: () => Promise<T>,
): Promise<T> {
  const around = scopes.getStore();
  const result = await scopes.run(new Map(), body);
  if (around !== undefined) {
    const before = around.get(metric);
    around.set(metric, before === undefined ? result.costEstimate : plus(before, result.costEstimate));
  }
  return result;
}

/** What some metrics have cost within the execution that asks. */
export function costWithin(metrics: readonly object[]): number | null {
  const costs = scopes.getStore();
  return metrics.reduce<number | null>(
    (sum, metric) => plus(sum, costs?.get(metric) ?? (costs?.has(metric) ? null : 0)),
    0,
  );
}

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
