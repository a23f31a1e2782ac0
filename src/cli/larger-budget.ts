/** Suggests a larger budget for resuming after the first one was used up. */
import type { Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";

/** Returns flags for `--resume`: twice the budget, or twice the spending if that is more, since it counts again. */
export function suggestLargerBudget(
  { budget, durationMs }: Pick<Report, "budget" | "durationMs">,
  { allowUnknownCost }: Pick<Plan, "allowUnknownCost">,
): string {
  if (budget?.stopped === undefined) return "";
  const { agents, judges } = budget.spent;
  return [
    formatBudgetFlag("--budget-usd", budget.costUsd, agents.knownUsd + judges.knownUsd),
    formatBudgetFlag("--budget-tokens", budget.tokens, agents.tokens + judges.tokens),
    formatBudgetFlag("--budget-minutes", budget.minutes, (durationMs ?? 0) / 60_000),
    allowUnknownCost ? " --allow-unknown-cost" : "",
  ].join("");
}

function formatBudgetFlag(name: string, limit: number | undefined, spent: number): string {
  if (limit === undefined) return "";
  return ` ${name} ${limit >= spent ? limit * 2 : Math.ceil(spent * 200) / 100}`;
}
