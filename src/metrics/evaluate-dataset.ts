/** The second spine: dataset → items → rows → summaries. Everything AXIS does with datasets goes through here. */
import { setImmediate as turn } from "node:timers/promises";
import { measureItem } from "./evaluation/measure-item.ts";
import type { MetricSpec } from "./evaluation/planning/metric-spec.ts";
import type { EvaluateOptions } from "./evaluation/planning/options.ts";
import { listComponentNames, planEvaluation } from "./evaluation/planning/plan.ts";
import type { EvaluationResult } from "./evaluation/results/result.ts";
import { type ItemEntry, EvaluationSession } from "./evaluation/session.ts";
import type { DatasetInput } from "./evaluation/planning/source.ts";

/** Items between two pauses for timers and signals, for a source that never waits. */
const itemsBetweenPauses = 500;

/**
 * Measures every item of a dataset with every metric. A metric that fails becomes a row with the reason; an error in the
 * dataset, the metrics or the options ends the evaluation before the first item.
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
    await measureAll(session);
  } catch (error) {
    session.fail(error);
  }
  await session.waitForItems();
  return session.finish(listComponentNames(plan.units));
}

/** Starts items as soon as there is room; the next one is read while they are measured. */
async function measureAll(session: EvaluationSession): Promise<void> {
  for await (const source of session.plan.source.items) {
    const entry = session.enterItem(source);
    if (entry.index % itemsBetweenPauses === 0) await turn();
    if (session.isAborted) return;
    if (session.isStopping) session.leaveItem(entry);
    else {
      const wait = session.itemSlots.take();
      if (wait !== undefined) await wait;
      startItem(entry, session);
    }
  }
  session.requireAllItems();
}

/** If the metrics of an item wait for nothing, the item is finished when this returns. */
function startItem(entry: ItemEntry, session: EvaluationSession): void {
  const release = () => session.itemSlots.release();
  try {
    const measuring = measureItem(entry, session);
    if (measuring === undefined) release();
    else void measuring.catch((error: unknown) => session.fail(error)).finally(release);
  } catch (error) {
    session.fail(error);
    release();
  }
}
