/** What to fix as a sentence without a full stop. */
import { shorten } from "./clean-text.ts";
import type { CauseInRun } from "./run-causes.ts";

const longestTitle = 220;

export function titleFix(cause: CauseInRun, shownAs: string): string {
  return shorten(writeTitle(cause, shownAs), longestTitle);
}

function writeTitle({ kind, target, symptom, status, exitCode, targetType }: CauseInRun, shownAs: string): string {
  if (kind === "check") return `Does not hold: ${shownAs}`;
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
