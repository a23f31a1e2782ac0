/** Reads the overall group of a metric's signals. */
import { flattenSignals } from "../../core/score/signal.ts";
import type { BaseMetric } from "../base-metric.ts";
import { exampleMessages } from "./scripted-conversation.fixture.ts";

/** Returns the overall signals by name. */
export async function readOverall(
  metric: BaseMetric,
  given: Record<string, unknown> = { conversation: exampleMessages },
): Promise<Record<string, unknown>> {
  const { signals } = await metric.execute(given);
  const flat = flattenSignals(metric.getSignals(signals), signals);
  if (flat.notes.length > 0) throw new Error(flat.notes.join("; "));
  return Object.fromEntries((flat.signals["overall"] ?? []).map(({ name, value }) => [name, value]));
}
