/** Determines which evidence a metric uses. Cached, because a metric measures many items and its fields rarely change. */
import type { RunEvidence } from "../../core/metric.ts";
import { isRunEvidence, isService } from "../evidence.ts";
import { listViewedFields } from "../fields/evaluation-fields.ts";
import type { WantedField } from "../fields/presence.ts";
import { getMetricBody, isInstructionMetric, type Subject } from "../metric-body.ts";

export interface MetricNeeds {
  readonly fields: readonly WantedField[];
  readonly ofRun: readonly (keyof RunEvidence)[];
  readonly asksServices: boolean;
}

interface CachedNeeds extends MetricNeeds, Pick<Subject, "requiredFields" | "optionalFields"> {}

const cachedNeeds = new WeakMap<Subject, CachedNeeds>();

/** Recomputed if the instance's fields were changed. */
export function resolveNeeds(subject: Subject): MetricNeeds {
  const { requiredFields, optionalFields } = subject;
  const before = cachedNeeds.get(subject);
  if (before?.requiredFields === requiredFields && before.optionalFields === optionalFields) return before;
  const { needs, uses } = getMetricBody(subject.type);
  const all = [...needs, ...uses];
  const found = {
    requiredFields,
    optionalFields,
    fields: listWantedFields(subject),
    ofRun: all.filter(isRunEvidence),
    asksServices: all.some(isService),
  };
  cachedNeeds.set(subject, found);
  return found;
}

/** Fields required by the instance or by the definition must be present; a metric never measures without them. */
function listWantedFields(subject: Subject): WantedField[] {
  const { needs, uses } = getMetricBody(subject.type);
  const isField = (name: string) => !isService(name) && !isRunEvidence(name);
  const required = new Set([...subject.requiredFields, ...needs.filter(isField)]);
  const optional = [...subject.optionalFields, ...uses.filter(isField)];
  const viewed = isInstructionMetric(subject.type) ? listViewedFields(subject) : [];
  return [...new Set([...required, ...optional, ...viewed])].map((name) => ({ name, required: required.has(name) }));
}
