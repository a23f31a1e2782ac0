/** Which interactions lowered a signal. */
import type { Audit, SignalName } from "../../../src/core/score/axis-result.ts";

type AuditedSignal = Exclude<SignalName, "necessity">;

/** An audit's own value of a signal, from 0 to 1. */
export function valueOf(audit: Audit, signal: AuditedSignal): number | null {
  return signal === "relevance" ? audit.contextRelevance : audit[signal];
}

/** Those below 1, the lowest first, then as they happened. */
export function lowestFirst(audits: readonly Audit[], signal: AuditedSignal): readonly Audit[] {
  return audits
    .filter((audit) => (valueOf(audit, signal) ?? 1) < 1)
    .toSorted((a, b) => (valueOf(a, signal) ?? 1) - (valueOf(b, signal) ?? 1) || a.id - b.id);
}
