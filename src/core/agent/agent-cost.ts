/** The cost of an agent's run: as its program reports it, else its tokens at the table's prices, else unknown. */
import { listPrices } from "../model/price-table.ts";
import { type PriceTable, computeCostByName } from "../model/price.ts";
import type { Run } from "../run.ts";

/** The usage and cost that a program reported. */
type ReportedUsage = Pick<Run, "tokenUsage" | "totalCostUsd">;

/**
 * Adds the cost to a run. An unreported cost stays unknown if the model name or the tokens are missing, or if the gateway
 * saw an answer whose tokens are unknown.
 */
export function priceRun(run: Run, model: string | undefined, prices: PriceTable = {}): Run {
  if (run.costFrom === "gateway") return run;
  if (run.totalCostUsd !== undefined) return { ...run, costFrom: "agent" };
  if ((run.modelCalls?.unknown ?? 0) > 0) return run;
  const totalCostUsd = priceTokens(run, model, prices);
  return totalCostUsd === null ? run : { ...run, totalCostUsd, costFrom: "prices" };
}

/** The total known cost of several turns; null if no turn's cost is known. */
export function sumKnownCosts(
  turns: readonly ReportedUsage[],
  model: string | undefined,
  prices?: PriceTable,
): number | null {
  const known = turns
    .map((turn) => turn.totalCostUsd ?? priceTokens(turn, model, prices))
    .filter((cost) => cost !== null);
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}

function priceTokens({ tokenUsage }: ReportedUsage, model: string | undefined, prices: PriceTable = {}): number | null {
  if (model === undefined || tokenUsage === undefined) return null;
  return computeCostByName(model, tokenUsage, { ...listPrices, ...prices });
}
