/** Checks before the first call that every model has a price, because a limit in dollars cannot be enforced without prices. */
import { AxisError } from "../../../core/error.ts";
import type { Metric } from "../../../core/metric.ts";
import type { Model } from "../../../core/model.ts";
import { BaseMetric } from "../../base-metric.ts";
import { adoptModel, openNamedModel } from "../../model-source.ts";
import type { Budget } from "../budget.ts";
import type { Unit } from "./unit.ts";

/** Rejects a budget that cannot be enforced. A model supplied by the user reports its cost with each answer. */
export async function requirePrices(
  units: readonly Unit[],
  judge: Model | undefined,
  { usd, allowUnknownCost = false }: Budget,
): Promise<void> {
  if (usd === undefined || allowUnknownCost) return;
  const asking = units.flatMap(({ measures }) => measures).filter(({ judged }) => judged);
  for (const { metric, asksItsOwn } of asking) {
    const model = asksItsOwn ? await openOwnModel(metric) : judge;
    if (model?.priced !== false) continue;
    throw new AxisError("preflight", `A budget of $${usd} cannot be enforced: ${model.id} has no known price`, {
      hint: "Limit tokens or calls instead, use a model with a known price, or ignore unknown costs: --allow-unknown-cost",
    });
  }
}

async function openOwnModel(metric: Metric): Promise<Model | null> {
  if (!(metric instanceof BaseMetric)) return null;
  const { llm } = metric.common;
  if (llm === undefined) return await openNamedModel(metric.common);
  return "ask" in llm ? llm : await adoptModel(llm);
}
