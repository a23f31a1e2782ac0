/** The verdict on an evaluation in one word with its reasons; the exit code and every summary use it. */
import type { EvaluationData } from "../results/result.ts";
import { describeStopped } from "./check-gates.ts";

/** Without a gate nothing is decided: the evaluation was measured, or could not be measured completely. */
export type VerdictWord = "PASS" | "FAIL" | "MEASURED" | "INCOMPLETE";

export interface EvaluationVerdict {
  readonly ok: boolean;
  readonly word: VerdictWord;
  readonly reasons: readonly string[];
}

/** Not ok if a gate failed, a row without a gate could not be measured, the evaluation stopped early, or nothing was measured. */
export function verdictOf({ gate, summary, stopped }: VerdictFacts): EvaluationVerdict {
  // A metric with a gate is decided by its gate alone.
  const gated = new Set(gate?.metrics);
  const ungated = summary.metrics.filter(({ name }) => !gated.has(name));
  const reasons = [...(gate?.reasons ?? []), ...ungated.flatMap((metric) => findFailure(metric) ?? [])];
  if (summary.items === 0 && stopped === undefined) reasons.push("the dataset has no items to measure");
  const early = stopped === undefined ? [] : [describeStopped(stopped)];
  reasons.push(...early.filter((reason) => !reasons.includes(reason)));
  const ok = reasons.length === 0;
  return { ok, word: toVerdictWord(ok, gate !== null), reasons };
}

export type VerdictFacts = Pick<EvaluationData, "gate" | "summary" | "stopped">;

function toVerdictWord(ok: boolean, isDecided: boolean): VerdictWord {
  if (isDecided) return ok ? "PASS" : "FAIL";
  return ok ? "MEASURED" : "INCOMPLETE";
}

function findFailure(metric: VerdictFacts["summary"]["metrics"][number]): string | null {
  const { name, n, scored, failed, failureReasons, warning } = metric;
  if (scored === 0 && warning !== undefined) return warning;
  if (failed === 0) return null;
  return `${name}: ${failed} of ${n} could not be measured (${failureReasons[0]?.reason ?? ""})`;
}
