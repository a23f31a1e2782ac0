/** Sums what the agent's turns used. */
import { addKnown } from "../../core/model/spending.ts";
import type { ResourceUsage } from "../../core/run/run-facts.ts";
import type { MeterReading } from "../../process/meter/meter.ts";

/** The highest peak, and sums of the rest; a value that is unknown for one turn is unknown in total. */
export function sumTurnUsage(
  turns: readonly { readonly used: MeterReading | null; readonly durationMs: number }[],
): ResourceUsage {
  const readings = turns.map(({ used }) => used);
  const peaks = readings.map((used) => used?.peakBytes ?? null);
  const [first] = readings;
  return {
    source: first?.source ?? null,
    peak_bytes: peaks.some((peak) => peak === null) ? null : Math.max(...peaks.map((peak) => peak ?? 0)),
    limit_bytes: first?.limitBytes ?? null,
    throttled_ms: readings.map((used) => used?.throttledMs ?? null).reduce(addKnown, 0),
    agent_ms: turns.reduce((total, { durationMs }) => total + durationMs, 0),
  };
}
