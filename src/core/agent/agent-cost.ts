/** What a run of an agent cost: as its program says, else its tokens by the table of prices, else unknown. */
import { listPrices } from "../model/price-table.ts";
import { type PriceTable, priceOfNamed } from "../model/price.ts";
import type { Run } from "../run.ts";

/** What somebody said was used. */
type Said = Pick<Run, "tokenUsage" | "totalCostUsd">;

/** The run with its cost. Without a model by name, or without tokens, a cost that nobody said stays unknown. */
export function priced(run: Run, model: string | undefined, prices: PriceTable = {}): Run {
  if (run.totalCostUsd !== undefined) return { ...run, costFrom: "agent" };
  const totalCostUsd = byPrices(run, model, prices);
  return totalCostUsd === null ? run : { ...run, totalCostUsd, costFrom: "prices" };
}

/** What turns cost together, as far as it is known; null where nothing is known of any. */
export function knownCost(turns: readonly Said[], model: string | undefined, prices?: PriceTable): number | null {
  const known = turns.map((turn) => turn.totalCostUsd ?? byPrices(turn, model, prices)).filter((cost) => cost !== null);
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}

function byPrices({ tokenUsage }: Said, model: string | undefined, prices: PriceTable = {}): number | null {
  if (model === undefined || tokenUsage === undefined) return null;
  return priceOfNamed(model, tokenUsage, { ...listPrices, ...prices });
}
