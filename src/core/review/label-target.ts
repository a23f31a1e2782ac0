/** What a label is about, without its schema: pages import this. */
import type { LabelTarget, ReviewLabel } from "./review-label.ts";

/** What kind of judgement a label is about. */
export const labelLevels = ["run", "check", "verified", "step", "metric", "pick"] as const;
export type LabelLevel = (typeof labelLevels)[number];

export function readLevel({ competition, id, check, checkIndex, step, decidedBy }: ReviewLabel): LabelLevel {
  if (competition !== undefined) return "pick";
  if (id === undefined) return "metric";
  if (step !== undefined) return "step";
  if (check === undefined && checkIndex === undefined) return "run";
  return decidedBy === "verify" ? "verified" : "check";
}

/** The same for every label of the same judgement. */
export function targetKey({ competition, id, check, checkIndex, step, evaluation, item, metric }: LabelTarget): string {
  if (competition !== undefined) return JSON.stringify(["pick", competition]);
  if (id === undefined) return JSON.stringify(["metric", evaluation, item, metric]);
  if (step !== undefined) return JSON.stringify(["step", id, step]);
  if (checkIndex !== undefined || check !== undefined) return JSON.stringify(["check", id, checkIndex ?? check]);
  return JSON.stringify(["run", id]);
}
