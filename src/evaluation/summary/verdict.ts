/** Whether an evaluation is good news, in one word with its reasons: what the exit code and every summary begin with. */
import type { EvaluationData } from "../results/result.ts";
import { stoppedSentence } from "./gate.ts";

/** Without a gate nothing was decided: then it was measured, or could not be measured as a whole. */
export type VerdictWord = "PASS" | "FAIL" | "MEASURED" | "INCOMPLETE";

export interface EvaluationVerdict {
  readonly ok: boolean;
  readonly word: VerdictWord;
  readonly reasons: readonly string[];
}

/** Bad: a gate that said no, rows that could not be measured and that no gate allows, an early end, nothing measured. */
export function verdictOf({ gate, summary, stopped }: VerdictFacts): EvaluationVerdict {
  const reasons = [...(gate?.reasons ?? [])];
  // A metric that has a gate is judged by it.
  const gated = new Set(gate?.metrics);
  for (const { name, n, scored, failed, failureReasons, warning } of summary.metrics) {
    if (gated.has(name)) continue;
    const [most] = failureReasons;
    if (scored === 0 && warning !== undefined) reasons.push(warning);
    else if (failed > 0) reasons.push(`${name}: ${failed} of ${n} could not be measured (${most?.reason ?? ""})`);
  }
  if (summary.items === 0 && stopped === undefined) reasons.push("there was no item to measure");
  const early = stopped === undefined ? [] : [stoppedSentence(stopped)];
  reasons.push(...early.filter((reason) => !reasons.includes(reason)));
  const ok = reasons.length === 0;
  return { ok, word: wordOf(ok, gate !== null), reasons };
}

export type VerdictFacts = Pick<EvaluationData, "gate" | "summary" | "stopped">;

function wordOf(ok: boolean, isDecided: boolean): VerdictWord {
  if (isDecided) return ok ? "PASS" : "FAIL";
  return ok ? "MEASURED" : "INCOMPLETE";
}
