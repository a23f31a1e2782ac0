/** Lets a metric score labelled records: each becomes an item with a question, an answer and an optional expected answer. */
import { basename, resolve } from "node:path";
import type { Label } from "../../metrics/calibration/label.ts";
import { evaluateDataset } from "../../metrics/evaluate-dataset.ts";
import { openJudge } from "../eval/open-judge.ts";
import type { CliDeps } from "../command.ts";

export interface MetricScoringOptions {
  /** The key of a metric, or a YAML file that defines one. */
  readonly metric: string;
  /** The model that a judged metric asks. */
  readonly judge?: string | undefined;
  readonly cache: boolean;
}

/** Returns the labels with the metric's scores. A record that cannot be measured gets no score, and a reason. */
export async function scoreWithMetric(
  labels: readonly Label[],
  { metric, judge: spec, cache }: MetricScoringOptions,
  world: CliDeps,
): Promise<Label[]> {
  const judge = await openJudge({ judge: spec, cache, samples: undefined }, world);
  const named = /\.ya?ml$/i.test(metric) ? resolve(world.cwd, metric) : metric;
  const { results } = await evaluateDataset(labels.map(labelToItem), named, {
    evaluationName: `calibration of ${basename(metric)}`,
    abort: world.interruptible(),
    now: world.now,
    ...(judge === undefined ? {} : { judge }),
  });
  const found = new Map(results.map(({ testCase, scoreResults }) => [testCase.id, scoreResults.at(0)]));
  return labels.map((label) => {
    const { score = null, explanation = "the metric did not measure it" } = found.get(label.id) ?? {};
    return { ...label, judge: score, reason: explanation };
  });
}

function labelToItem({ id, query, output, expected }: Label) {
  return {
    id,
    ...(query === null ? {} : { query }),
    ...(output === null ? {} : { actualOutput: output }),
    ...(expected === null ? {} : { expectedOutput: expected }),
  };
}
