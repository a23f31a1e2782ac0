/** Determines which evidence a metric uses. Cached, because a metric measures many items and its fields rarely change. */
import type { RunEvidence } from "../../core/metric.ts";
import { isRunEvidence, isService } from "../evidence.ts";
import { wanted } from "../fields/evaluation-fields.ts";
import type { WantedField } from "../fields/presence.ts";
import { bodyOf, isByInstruction, type Subject } from "../metric-body.ts";

export interface Appetite {
  readonly fields: readonly WantedField[];
  readonly ofRun: readonly (keyof RunEvidence)[];
  readonly asksServices: boolean;
}

interface Known extends Appetite, Pick<Subject, "requiredFields" | "optionalFields"> {}

const known = new WeakMap<Subject, Known>();

/** Recomputed if the instance's fields were changed. */
export function appetiteOf(subject: Subject): Appetite {
  const { requiredFields, optionalFields } = subject;
  const before = known.get(subject);
  if (before?.requiredFields === requiredFields && before.optionalFields === optionalFields) return before;
  const { needs, uses } = bodyOf(subject.type);
  const all = [...needs, ...uses];
  const found = {
    requiredFields,
    optionalFields,
    fields: wantedFields(subject),
    ofRun: all.filter(isRunEvidence),
    asksServices: all.some(isService),
  };
  known.set(subject, found);
  return found;
}

/** Fields required by the instance or by the definition must be present; a metric never measures without them. */
function wantedFields(subject: Subject): WantedField[] {
  const { needs, uses } = bodyOf(subject.type);
  const isField = (name: string) => !isService(name) && !isRunEvidence(name);
  const required = new Set([...subject.requiredFields, ...needs.filter(isField)]);
  const optional = [...subject.optionalFields, ...uses.filter(isField)];
  const viewed = isByInstruction(subject.type) ? wanted(subject) : [];
  return [...new Set([...required, ...optional, ...viewed])].map((name) => ({ name, required: required.has(name) }));
}
