/** Latency: how long the run took, compared with the usual time of earlier runs. */
import { toCount, roundRatio } from "./arithmetic.ts";
import { type AxisInputs, type AxisScore, computed, defaulted } from "./axis-score.ts";

/** With fewer samples than this there is no usual time to compare with. */
export const fewestSamples = 5n;
/** Half the usual time or less earns 100 points, three times or more earns 0; the line in between is straight. */
const fullAtHalves = 1n;
const nothingAt = 3n;
/** Points lost per usual time: 100 over the 2.5 usual times between the two break points. */
const slope = 40n;

export function latencyAxis(inputs: AxisInputs<"latency">): AxisScore {
  const samples = toCount(inputs.samples);
  if (samples === null || samples === 0n) return defaulted("no-baseline");
  if (samples < fewestSamples) return defaulted("few-samples");
  const wall = toCount(inputs.wall_ms);
  const pace = toCount(inputs.p50_ms);
  if (wall === null || pace === null || wall < 1n || pace < 1n) return defaulted("bad-input");
  if (2n * wall <= fullAtHalves * pace) return computed(100);
  if (wall >= nothingAt * pace) return computed(0);
  return computed(roundRatio(slope * (nothingAt * pace - wall), pace));
}
