/** How much of the spread of a metric is its judge's own: every item is measured several times by the same judge. */
import type { DatasetItem } from "../core/dataset-item.ts";
import { AxisError } from "../core/error.ts";
import type { Metric, MetricContext } from "../core/metric.ts";
import type { Model } from "../core/model.ts";
import { varianceComponents } from "../statistics/planning/variance-components.ts";

export interface JudgeVariance {
  /** Of the variance of single scores, the share that is the judge's own; null with the reason. */
  readonly share: number | null;
  readonly why: string | null;
  /** Between scores of the same item, and between items; null where they cannot be told. */
  readonly judge: number | null;
  readonly item: number | null;
  readonly samples: number;
  /** Items with a score each time, and those without: the latter say nothing here. */
  readonly measured: number;
  readonly leftOut: number;
}

/** Items to measure, as `execute` takes them. */
export type MeasuredItem = DatasetItem | Readonly<Record<string, unknown>>;

/**
 * Measures each item `samples` times, at least twice.
 * @example
 * const { share } = await judgeVariance(new AnswerRelevancy({ modelName: "anthropic/claude-sonnet-4-5" }), items, 5);
 */
export async function judgeVariance(
  metric: Metric,
  items: readonly MeasuredItem[],
  asked: number | (MetricContext & { readonly samples: number }),
): Promise<JudgeVariance> {
  const { samples, ...context } = typeof asked === "number" ? { samples: asked } : asked;
  if (!Number.isSafeInteger(samples) || samples < 2)
    throw new AxisError("flag-invalid", "judgeVariance takes a whole number of 2 or more samples");
  const scores: (readonly number[])[] = [];
  for (const item of items) {
    const drawn = await scoresOf(metric, item, { samples, context });
    if (drawn !== null) scores.push(drawn);
  }
  const counts = { samples, measured: scores.length, leftOut: items.length - scores.length };
  if (scores.length < 2) return { ...unknown("fewer than two items have a score each time"), ...counts };
  const { task, judge } = varianceComponents(scores.map((drawn) => [drawn]));
  if (task === null || judge === null) return { ...unknown("too few scores to tell tasks from draws"), ...counts };
  return { ...shareOf(task, judge), ...counts };
}

function shareOf(item: number, judge: number): Omit<JudgeVariance, "samples" | "measured" | "leftOut"> {
  const whole = item + judge;
  if (whole === 0) return { ...unknown("all scores are the same"), judge, item };
  return { share: judge / whole, why: null, judge, item };
}

function unknown(why: string) {
  return { share: null, why, judge: null, item: null };
}

/** Null as soon as one is missing: the spread of fewer scores would be another number. */
async function scoresOf(
  metric: Metric,
  item: MeasuredItem,
  { samples, context }: { readonly samples: number; readonly context: MetricContext },
): Promise<number[] | null> {
  const scores: number[] = [];
  for (let draw = 1; draw <= samples; draw += 1) {
    // Neither an answer that is shared nor one that is stored says anything about the next one.
    const { cache: _shared, judge, ...rest } = context;
    const { score } = await metric.execute(item, { ...rest, ...(judge && { judge: onDraw(judge, draw) }) });
    if (score === null) return null;
    scores.push(score);
  }
  return scores;
}

function onDraw(judge: Model, draw: number): Model {
  return { ...judge, id: judge.id, ask: (question, options) => judge.ask({ ...question, draw }, options) };
}
