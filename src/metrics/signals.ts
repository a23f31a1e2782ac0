/** Descriptors of a metric's signals: from its class, its definition, or the list it returned. */
import type { Signal, SignalDescriptor } from "../core/score/signal.ts";
import { getMetricBody, type MetricBody, type MetricStatics } from "./metric-body.ts";

/** Describes a signal whose value is already known. */
function toDescriptor(signal: Signal): SignalDescriptor {
  return { ...signal, extractor: () => signal.value };
}

/** Uses the class's own static `getSignals`, otherwise its body. */
export function listDescriptors(type: MetricStatics, result: unknown): readonly SignalDescriptor[] {
  return type.getSignals === undefined ? listBodySignals(getMetricBody(type), result) : type.getSignals(result);
}

/** Describes the signals of a structured result, or of a returned list of signals. */
export function listBodySignals({ signals }: MetricBody, result: unknown): readonly SignalDescriptor[] {
  if (result === null || result === undefined) return [];
  if (signals !== undefined) return signals(result).map(toDescriptor);
  return Array.isArray(result) ? (result as readonly Signal[]).map(toDescriptor) : scoreDescriptors;
}

const scoreDescriptors: readonly SignalDescriptor[] = [
  { name: "score", headlineDisplay: true, extractor: (result) => (result as { readonly score?: unknown }).score },
];
