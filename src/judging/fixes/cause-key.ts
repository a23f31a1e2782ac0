/** The key of a cause and its short id, which are the same in every report. */
import type { CauseInRun } from "./run-causes.ts";

export function causeKey({ kind, target, symptom }: Pick<CauseInRun, "kind" | "target" | "symptom">): string {
  return `${kind}\n${target}\n${symptom}`;
}

/** Ten hexadecimal digits of two FNV-1a sums. Nobody gains anything by making two keys meet. */
export function fixId(key: string): string {
  const first = sumUnits(key, 0x811c9dc5);
  const second = sumUnits(key, first ^ 0x9e3779b9);
  return (toHex(first) + toHex(second)).slice(0, 10);
}

function sumUnits(text: string, start: number): number {
  let sum = start;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  // The last units must reach every digit, too.
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  return (sum ^ (sum >>> 13)) >>> 0;
}

function toHex(value: number): string {
  return value.toString(16).padStart(8, "0");
}
