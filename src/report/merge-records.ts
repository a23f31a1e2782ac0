/** Adds up what the reports of several shards recorded beside their runs. */
import { omitUndefined } from "../core/json.ts";
import { addKnown } from "../core/model/spending.ts";
import type { BudgetDocument, SideSpent } from "../core/report/budget.ts";
import type { ProviderRate } from "../core/report/provider-rate.ts";
import type { Report } from "../core/report.ts";

/** They are of the same commit. */
export function mergeRecords(reports: readonly Report[]): Pick<Report, "revision" | "budget" | "pace"> {
  const revision = reports[0]?.revision;
  const budgets = reports.flatMap(({ budget }) => budget ?? []);
  const rates = reports.flatMap(({ pace }) => pace ?? []);
  return {
    ...(revision === undefined ? {} : { revision }),
    ...(budgets.length === 0 ? {} : { budget: budgets.reduce(addBudgets) }),
    ...(rates.length === 0 ? {} : { pace: mergeRates(rates) }),
  };
}

/** Every shard has a budget of its own; their minutes pass at the same time. */
function addBudgets(a: BudgetDocument, b: BudgetDocument): BudgetDocument {
  const join = (x: number | undefined, y: number | undefined, add: (x: number, y: number) => number) =>
    x === undefined || y === undefined ? (x ?? y) : add(x, y);
  const sum = (x: number, y: number) => x + y;
  const limits = omitUndefined({
    costUsd: join(a.costUsd, b.costUsd, sum),
    tokens: join(a.tokens, b.tokens, sum),
    minutes: join(a.minutes, b.minutes, Math.max),
    stopped: a.stopped ?? b.stopped,
  });
  const agents = addSpent(a.spent.agents, b.spent.agents);
  return { ...limits, spent: { agents, judges: addSpent(a.spent.judges, b.spent.judges) } };
}

function addSpent(a: SideSpent, b: SideSpent): SideSpent {
  return {
    costUsd: addKnown(a.costUsd, b.costUsd),
    knownUsd: a.knownUsd + b.knownUsd,
    tokens: a.tokens + b.tokens,
    unknown: a.unknown + b.unknown,
  };
}

/** One row for the agents that use the same key. */
function mergeRates(rates: readonly ProviderRate[]): ProviderRate[] {
  const merged = new Map<string, ProviderRate>();
  for (const rate of rates) {
    const key = JSON.stringify(rate.agents);
    const lowest = Math.min(rate.lowest, merged.get(key)?.lowest ?? rate.lowest);
    merged.set(key, { ...rate, lowest });
  }
  return [...merged.values()];
}
