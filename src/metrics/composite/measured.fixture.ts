/** Runs one metric on one item with a scripted judge; returns the result, the signals and the questions. */
import { flattenSignals } from "../../core/score/signal.ts";
import type { BaseMetric } from "../base-metric.ts";
import { type FakeReplies, fakeModel } from "../../testing/fake-model.ts";

export async function runWithReplies(metric: BaseMetric, item: object, replies: FakeReplies) {
  const judge = fakeModel(replies);
  const result = await metric.execute(item as Record<string, unknown>, { judge });
  const { signals } = flattenSignals(metric.getSignals(result.signals), result.signals);
  const headline = signals["overall"]?.find(({ headlineDisplay }) => headlineDisplay);
  return { ...result, flat: signals, headline, asked: judge.calls.map(({ about }) => about), calls: judge.calls };
}

/** Verdicts in order, each with its index. */
export const verdicts = (words: readonly string[]) => ({
  verdicts: words.map((verdict, index) => ({ index, verdict, reason: `r${index}` })),
});
