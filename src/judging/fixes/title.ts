/** What to fix as a sentence without a full stop. */
import { shorten } from "./clean-text.ts";
import type { CauseInRun } from "./run-causes.ts";

const longestTitle = 220;

/** From this grade on, a judge found that most of a check holds. */
const mostHolds = 5;

/** The title of a cause, from how all its runs met it. */
export function titleFix(met: readonly CauseInRun[], shownAs: string): string {
  const [first] = met;
  if (first === undefined) return "";
  return shorten(first.kind === "check" ? titleCheck(met, shownAs) : writeTitle(first, shownAs), longestTitle);
}

function titleCheck(met: readonly CauseInRun[], shownAs: string): string {
  const isNearlyMet = met.every(({ grade }) => grade !== null && grade >= mostHolds);
  return `${isNearlyMet ? "Holds only in part" : "Does not hold"}: ${shownAs}`;
}

function writeTitle({ kind, target, symptom, status, exitCode, targetType }: CauseInRun, shownAs: string): string {
  if (kind === "ending") return shownAs === target ? target : `${target}: “${shownAs}”`;
  if (kind !== "call-failed") return `${target === "thinking" ? "Thinking" : target} ${symptom}`;
  if (status !== null)
    return targetType === "command" ? `${target} fails with ${symptom}` : `${target} answers ${symptom}`;
  if (exitCode !== null) return `${target} ends with ${symptom}`;
  return symptom.startsWith("no ") ? `${target} gives ${symptom}` : describeFailure(target, symptom);
}

function describeFailure(target: string, symptom: string): string {
  return symptom === "did not fully succeed" ? `${target} ${symptom}` : `${target} fails: ${symptom}`;
}
