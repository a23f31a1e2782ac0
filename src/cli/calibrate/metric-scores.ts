/** Lets a metric score labelled records: each is an item with a question, an answer and, if there is one, a right answer. */
import { basename, resolve } from "node:path";
import type { Label } from "../../calibration/label.ts";
import { evaluateDataset } from "../../evaluate-dataset.ts";
import { openJudge } from "../eval/open-judge.ts";
import type { CliWorld } from "../command.ts";

export interface MetricWish {
  /** A key, or a YAML file of a metric. */
  readonly metric: string;
  /** The model that a judged metric asks. */
  readonly judge?: string | undefined;
  readonly cache: boolean;
}

/** The labels with the scores of the metric; a record it cannot measure has none, and says why. */
export async function metricScores(
  labels: readonly Label[],
  { metric, judge: spec, cache }: MetricWish,
  world: CliWorld,
): Promise<Label[]> {
  const judge = await openJudge({ judge: spec, cache, samples: undefined }, world);
  const named = /\.ya?ml$/i.test(metric) ? resolve(world.cwd, metric) : metric;
  const { results } = await evaluateDataset(labels.map(itemOf), named, {
    evaluationName: `calibration of ${basename(metric)}`,
    abort: world.interruptible(),
    now: world.now,
    ...(judge === undefined ? {} : { judge }),
  });
  const found = new Map(results.map(({ testCase, scoreResults }) => [testCase.id, scoreResults.at(0)]));
  return labels.map((label) => {
    const { score = null, explanation = "it was not measured" } = found.get(label.id) ?? {};
    return { ...label, judge: score, reason: explanation };
  });
}

function itemOf({ id, query, output, expected }: Label) {
  return {
    id,
    ...(query === null ? {} : { query }),
    ...(output === null ? {} : { actualOutput: output }),
    ...(expected === null ? {} : { expectedOutput: expected }),
  };
}
