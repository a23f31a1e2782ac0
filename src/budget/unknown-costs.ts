/** What of a plan has no known price, so that a budget in money could not be kept. */
import type { Judge } from "../core/judge.ts";
import type { Plan } from "../core/plan.ts";
import { listPrices } from "../core/model/price-table.ts";
import { dearestToken, isPriced } from "../core/model/price.ts";

/** In sentences; empty where every cost will be known. */
export function unknownCosts({ jobs, weights, prices = {} }: Plan): string[] {
  const table = { ...listPrices, ...prices };
  const agents = jobs.flatMap(({ agent: { name, adapter, config } }) =>
    adapter.reportsCost === true || (config.model !== undefined && dearestToken(config.model, table) !== null)
      ? []
      : [`${name}: it does not say what a run costs, and ${modelWords(config.model)}`],
  );
  if (weights === null) return [...new Set(agents)];
  const judges = jobs.flatMap((job) => Object.values(job.judges)).flatMap(spenders);
  const models = jobs.flatMap(({ metricJudge }) => metricJudge?.id ?? []);
  return [
    ...new Set([
      ...agents,
      ...judges.map(({ id, about }) => `judge ${id}: ${modelWords(about?.model)}`),
      ...models.filter((id) => !isPriced(id, table)).map((id) => `the metrics' model ${id}: its price is not known`),
    ]),
  ];
}

function modelWords(model: string | undefined): string {
  return model === undefined ? "it names no model to look up a price for" : `the price of ${model} is not known`;
}

/** Judges that spend and do not know what. */
function spenders(judge: Judge): Judge[] {
  return judge.members === undefined
    ? [judge].filter(({ costKnown }) => costKnown === false)
    : judge.members.flatMap(spenders);
}
