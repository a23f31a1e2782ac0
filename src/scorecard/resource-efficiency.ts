/** Resource efficiency: how much of its memory the agent used, and how often its processor time was cut. */
import { known, roundedRatio } from "./arithmetic.ts";
import { type AxisInputs, type AxisScore, computed, defaulted } from "./axis-score.ts";

/** Shares of the axis, in points. */
const memoryPoints = 70n;
const processorPoints = 30n;
/** An unknown processor part is neutral: half of its points, never all of them. */
const unknownProcessorPoints = 15n;

export type UsageInputs = Omit<AxisInputs<"resource_efficiency">, "parts">;

export function resourceEfficiency(inputs: UsageInputs): AxisScore {
  const measured = measurements(inputs);
  if (measured === null) return defaulted("no-usage");
  const { peak, limit, agent } = measured;
  const throttled = known(inputs.throttled_ms);
  const free = limit - least(peak, limit);
  if (throttled === null) return computed(roundedRatio(memoryPoints * free + unknownProcessorPoints * limit, limit));
  const running = agent - least(throttled, agent);
  return computed(roundedRatio(memoryPoints * free * agent + processorPoints * running * limit, limit * agent));
}

/** Which of the two parts are not from measurements. */
export function usageParts(inputs: UsageInputs): AxisInputs<"resource_efficiency">["parts"] {
  const unmeasured = measurements(inputs) === null;
  return {
    memory: { defaulted: unmeasured },
    cpu: { defaulted: unmeasured || known(inputs.throttled_ms) === null },
  };
}

/** Null where one of them is missing; a peak of 0 bytes is no measurement. */
function measurements(inputs: UsageInputs): { peak: bigint; limit: bigint; agent: bigint } | null {
  const peak = known(inputs.peak_bytes);
  const limit = known(inputs.limit_bytes);
  const agent = known(inputs.agent_ms);
  return peak && limit && agent ? { peak, limit, agent } : null;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
