/** Resource efficiency: how much of its memory limit the agent used, and how much its CPU time was throttled. */
import { toCount, roundRatio } from "./arithmetic.ts";
import { type AxisInputs, type AxisScore, computed, defaulted } from "./axis-score.ts";

/** The points each part can earn. */
const memoryPoints = 70n;
const processorPoints = 30n;
/** An unknown CPU part is neutral: it earns half of its points, never all of them. */
const unknownProcessorPoints = 15n;

export type UsageInputs = Omit<AxisInputs<"resource_efficiency">, "parts">;

export function resourceEfficiencyAxis(inputs: UsageInputs): AxisScore {
  const measured = readMeasurements(inputs);
  if (measured === null) return defaulted("no-usage");
  const { peak, limit, agent } = measured;
  const throttled = toCount(inputs.throttled_ms);
  const free = limit - minBigInt(peak, limit);
  if (throttled === null) return computed(roundRatio(memoryPoints * free + unknownProcessorPoints * limit, limit));
  const running = agent - minBigInt(throttled, agent);
  return computed(roundRatio(memoryPoints * free * agent + processorPoints * running * limit, limit * agent));
}

/** Which of the two parts were not measured. */
export function usageParts(inputs: UsageInputs): AxisInputs<"resource_efficiency">["parts"] {
  const unmeasured = readMeasurements(inputs) === null;
  return {
    memory: { defaulted: unmeasured },
    cpu: { defaulted: unmeasured || toCount(inputs.throttled_ms) === null },
  };
}

/** Null if a measurement is missing; a peak of 0 bytes is not a measurement. */
function readMeasurements(inputs: UsageInputs): { peak: bigint; limit: bigint; agent: bigint } | null {
  const peak = toCount(inputs.peak_bytes);
  const limit = toCount(inputs.limit_bytes);
  const agent = toCount(inputs.agent_ms);
  return peak && limit && agent ? { peak, limit, agent } : null;
}

function minBigInt(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
