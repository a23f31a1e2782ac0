/** What a run of an agent cost: as its program says, else its tokens by the table of prices, else unknown. */
import { listPrices } from "./price-table.ts";
import { type PriceTable, priceOfNamed } from "./price.ts";
import type { Run } from "./run.ts";

/** The run with its cost. Without a model by name, or without tokens, a cost that nobody said stays unknown. */
export function priced(run: Run, model: string | undefined, prices: PriceTable = {}): Run {
  if (run.totalCostUsd !== undefined) return { ...run, costFrom: "agent" };
  if (model === undefined || run.tokenUsage === undefined) return run;
  const totalCostUsd = priceOfNamed(model, run.tokenUsage, { ...listPrices, ...prices });
  return totalCostUsd === null ? run : { ...run, totalCostUsd, costFrom: "prices" };
}
