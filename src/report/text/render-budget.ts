/** Shows what a run spent of its budget, and what was skipped because of it. */
import type { BudgetDocument, SideSpent } from "../../core/report/budget.ts";
import type { Report } from "../../core/report.ts";
import { formatCost, formatTokens } from "./format.ts";

/** Lines for a whole report; none if it has no budget. */
export function renderBudget({ budget }: Report): string[] {
  if (budget === undefined) return [];
  const { agents, judges } = budget.spent;
  const parts = `agents ${formatSpent(agents)}, judges ${formatSpent(judges)}`;
  return [
    `Budget of ${formatLimits(budget)}: ${parts}`,
    ...(budget.stopped === undefined ? [] : [`Stopped: ${budget.stopped}`]),
  ];
}

/** For the verdict: how many costs are unknown to a budget in money; undefined if all are known. */
export function describeUnknownCosts({ budget }: Report): string | undefined {
  if (budget?.costUsd === undefined) return undefined;
  const unknown = budget.spent.agents.unknown + budget.spent.judges.unknown;
  return unknown === 0 ? undefined : `${unknown === 1 ? "1 cost is" : `${unknown} costs are`} unknown`;
}

function formatLimits({ costUsd, tokens, minutes }: BudgetDocument): string {
  const parts = [
    ...(costUsd === undefined ? [] : [formatCost(costUsd)]),
    ...(tokens === undefined ? [] : [`${formatTokens(tokens)} tokens`]),
    ...(minutes === undefined ? [] : [`${minutes} min`]),
  ];
  return parts.join(", ");
}

function formatSpent({ costUsd, knownUsd, tokens }: SideSpent): string {
  const cost = costUsd === null ? `at least ${formatCost(knownUsd)}` : formatCost(costUsd);
  return `${cost} for ${formatTokens(tokens)} tokens`;
}
