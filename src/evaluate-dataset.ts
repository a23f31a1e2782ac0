/** The sister spine: dataset → items → rows → summaries. Everything AXIS does with datasets passes through here. */
import { setImmediate as turn } from "node:timers/promises";
import { measureItem } from "./evaluation/measure-item.ts";
import type { MetricSpec } from "./evaluation/planning/metric-spec.ts";
import type { EvaluateOptions } from "./evaluation/planning/options.ts";
import { componentNames, planEvaluation } from "./evaluation/planning/plan.ts";
import type { EvaluationResult } from "./evaluation/results/result.ts";
import { type Entry, EvaluationSession } from "./evaluation/session.ts";
import type { DatasetInput } from "./evaluation/planning/source.ts";

/** Items between two looks at the clock and at signals, where a source never waits for anything. */
const breathEvery = 500;

/**
 * Measures every item of a dataset with every metric. A metric that fails is a row that says why; a mistake in the
 * dataset, the metrics or the options ends it before the first item.
 *
 * @example
 * ```ts
 * const result = await evaluateDataset("answers.jsonl", ["exact_string_match", { class: "latency", threshold: 2 }], {
 *   out: "results.jsonl",
 *   gates: { exact_string_match: { mean: 0.8 } },
 * });
 * ```
 */
export async function evaluateDataset(
  dataset: DatasetInput,
  metrics: MetricSpec | readonly MetricSpec[],
  options: EvaluateOptions = {},
): Promise<EvaluationResult> {
  const plan = await planEvaluation(dataset, metrics, options);
  await using session = new EvaluationSession(plan);
  await session.begin();
  try {
    for await (const entry of session.entries()) {
      if (entry.index % breathEvery === 0) await turn();
      if (session.isAborted) break;
      if (session.isStopping) session.leave(entry);
      else await start(entry, session);
    }
  } catch (error) {
    session.fail(error);
  }
  await session.settled();
  return session.finish(componentNames(plan.units));
}

/** Begins an item as soon as there is room for it; the next one is pulled while it is measured. */
async function start(entry: Entry, session: EvaluationSession): Promise<void> {
  const wait = session.open.take();
  if (wait !== undefined) await wait;
  void measureItem(entry, session)
    .catch((error: unknown) => session.fail(error))
    .finally(() => session.open.release());
}
