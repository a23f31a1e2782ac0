/** Lists the parts of a plan without a known price, for which a cost limit could not be enforced. */
import type { Judge } from "../core/judge.ts";
import type { Plan } from "../core/plan.ts";
import { listPrices } from "../core/model/price-table.ts";
import { dearestToken, isPriced } from "../core/model/price.ts";

/** Returns one sentence each; empty if every cost will be known. */
export function unknownCosts({ jobs, weights, prices = {} }: Plan): string[] {
  const table = { ...listPrices, ...prices };
  const agents = jobs.flatMap(({ agent: { name, adapter, config } }) =>
    adapter.reportsCost === true || (config.model !== undefined && dearestToken(config.model, table) !== null)
      ? []
      : [`${name}: it does not report its cost, and ${modelWords(config.model)}`],
  );
  if (weights === null) return [...new Set(agents)];
  const judges = jobs.flatMap((job) => Object.values(job.judges)).flatMap(spenders);
  const models = jobs.flatMap(({ metricJudge }) => metricJudge?.id ?? []);
  return [
    ...new Set([
      ...agents,
      ...judges.map(({ id, about }) => `judge ${id}: ${modelWords(about?.model)}`),
      ...models.filter((id) => !isPriced(id, table)).map((id) => `metric model ${id}: its price is unknown`),
    ]),
  ];
}

function modelWords(model: string | undefined): string {
  return model === undefined ? "it names no model whose price could be looked up" : `the price of ${model} is unknown`;
}

/** Lists the judges that cost money at an unknown price. */
function spenders(judge: Judge): Judge[] {
  return judge.members === undefined
    ? [judge].filter(({ costKnown }) => costKnown === false)
    : judge.members.flatMap(spenders);
}
