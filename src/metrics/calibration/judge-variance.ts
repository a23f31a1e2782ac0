/** Measures how much of a metric's variance comes from its judge, by measuring every item several times with the same judge. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import { AxisError } from "../../core/error.ts";
import type { Metric, MetricContext } from "../../core/metric.ts";
import type { Model } from "../../core/model.ts";
import { varianceComponents } from "../../statistics/planning/variance-components.ts";

export interface JudgeVariance {
  /** Share of the variance of single scores that comes from the judge; null, with the reason in `why`, if it cannot be computed. */
  readonly share: number | null;
  readonly why: string | null;
  /** Variance between scores of the same item, and between items; null if they cannot be estimated. */
  readonly judge: number | null;
  readonly item: number | null;
  readonly samples: number;
  /** Number of items that got a score every time, and of items that did not and were therefore left out. */
  readonly measured: number;
  readonly leftOut: number;
}

/** An item to measure, in any form that `execute` accepts. */
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
    throw new AxisError("flag-invalid", "judgeVariance needs a whole number of at least 2 samples");
  const scores: (readonly number[])[] = [];
  for (const item of items) {
    const drawn = await drawScores(metric, item, { samples, context });
    if (drawn !== null) scores.push(drawn);
  }
  const counts = { samples, measured: scores.length, leftOut: items.length - scores.length };
  if (scores.length < 2) return { ...unknownVariance("fewer than two items got a score every time"), ...counts };
  const { task, judge } = varianceComponents(scores.map((drawn) => [drawn]));
  if (task === null || judge === null)
    return {
      ...unknownVariance("too few scores to separate the variance of items from that of repeated measurements"),
      ...counts,
    };
  return { ...computeJudgeShare(task, judge), ...counts };
}

function computeJudgeShare(item: number, judge: number) {
  const whole = item + judge;
  if (whole === 0) return { ...unknownVariance("all scores are the same"), judge, item };
  return { share: judge / whole, why: null, judge, item };
}

function unknownVariance(why: string) {
  return { share: null, why, judge: null, item: null };
}

/** Returns null as soon as one score is missing, because the variance of fewer scores would not be comparable. */
async function drawScores(
  metric: Metric,
  item: MeasuredItem,
  { samples, context }: { readonly samples: number; readonly context: MetricContext },
): Promise<number[] | null> {
  const scores: number[] = [];
  for (let draw = 1; draw <= samples; draw += 1) {
    // A shared or stored answer would repeat the same score, so every draw asks again.
    const { cache: _shared, judge, ...rest } = context;
    const { score } = await metric.execute(item, { ...rest, ...(judge && { judge: withDraw(judge, draw) }) });
    if (score === null) return null;
    scores.push(score);
  }
  return scores;
}

function withDraw(judge: Model, draw: number): Model {
  return { ...judge, id: judge.id, ask: (question, options) => judge.ask({ ...question, draw }, options) };
}
