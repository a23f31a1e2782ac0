/** Lists the parts of a plan without a known price, for which a cost limit could not be enforced. */
import type { Judge } from "../../core/judge.ts";
import type { Plan } from "../../core/plan.ts";
import { listPrices } from "../../core/model/price-table.ts";
import { findHighestTokenPrice, isPriced } from "../../core/model/price.ts";

/** Returns one sentence each; empty if every cost will be known. */
export function listUnknownCosts({ jobs, weights, prices = {} }: Plan): string[] {
  const table = { ...listPrices, ...prices };
  const agents = jobs.flatMap(({ agent: { name, adapter, config } }) =>
    adapter.reportsCost === true || (config.model !== undefined && findHighestTokenPrice(config.model, table) !== null)
      ? []
      : [`${name}: it does not report its cost, and ${describeModelPrice(config.model)}`],
  );
  if (weights === null) return [...new Set(agents)];
  const judges = jobs.flatMap((job) => Object.values(job.judges)).flatMap(listUnpricedJudges);
  const models = jobs.flatMap(({ metricJudge }) => metricJudge?.id ?? []);
  return [
    ...new Set([
      ...agents,
      ...judges.map(({ id, about }) => `judge ${id}: ${describeModelPrice(about?.model)}`),
      ...models.filter((id) => !isPriced(id, table)).map((id) => `metric model ${id}: its price is unknown`),
    ]),
  ];
}

function describeModelPrice(model: string | undefined): string {
  return model === undefined ? "it names no model whose price could be looked up" : `the price of ${model} is unknown`;
}

/** Lists the judges that cost money at an unknown price. */
function listUnpricedJudges(judge: Judge): Judge[] {
  return judge.members === undefined
    ? [judge].filter(({ costKnown }) => costKnown === false)
    : judge.members.flatMap(listUnpricedJudges);
}
