/** The descriptors of a metric's signals: from its class, its definition, or the list it returned. */
import type { Signal, SignalDescriptor } from "../core/signal.ts";
import { bodyOf, type MetricStatics } from "./metric-body.ts";

/** A signal whose value is known already. */
export function described({ value, ...signal }: Signal): SignalDescriptor {
  return { ...signal, extractor: () => value };
}

export function descriptorsOf(type: MetricStatics, result: unknown): readonly SignalDescriptor[] {
  if (type.getSignals !== undefined) return type.getSignals(result);
  if (result === null || result === undefined) return [];
  const { signals } = bodyOf(type);
  if (signals !== undefined) return signals(result).map(described);
  if (Array.isArray(result)) return (result as readonly Signal[]).map(described);
  return scoreAlone;
}

const scoreAlone: readonly SignalDescriptor[] = [
  { name: "score", headlineDisplay: true, extractor: (result) => (result as { readonly score?: unknown }).score },
];
