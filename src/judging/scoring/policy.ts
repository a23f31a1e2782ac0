/** Decides what is scored, what does not apply and what is unknown. All such rules are in this file. */
import type { DimensionState, GradedCriterion } from "../../core/score/axis-result.ts";
import { type DimensionId, dimensionIds } from "../../core/score/category.ts";
import type { Evidence } from "../../core/evidence.ts";
import { isMissing } from "../../core/outcome.ts";
import { type Score, failed, notApplicable, scored } from "../../core/score.ts";
import { type Weights, weightKey } from "../../core/score/weights.ts";
import { dimensions, selectInteractions } from "./dimensions.ts";

/** How a run as a whole is treated. */
export type RunRuling =
  /** The run did not happen, or failed through no fault of the agent: no judge is asked. */
  | { readonly kind: "missing"; readonly reason: string }
  /** The agent failed: its goal is 0, the rest is scored from what happened. */
  | { readonly kind: "agent-failed"; readonly message: string; readonly nothingHappened: boolean }
  /** The agent ended by itself. Without any step, only its goal is known. */
  | { readonly kind: "completed"; readonly nothingHappened?: boolean };

/** Classifies a run by its outcome alone. */
export function ruleOnRun({ outcome, calledTool, interactions }: Evidence): RunRuling {
  const nothingHappened = interactions.length === 0;
  if (outcome.status === "completed") return { kind: "completed", nothingHappened };
  if (isMissing(outcome, calledTool)) return { kind: "missing", reason: outcome.message };
  return { kind: "agent-failed", message: outcome.message, nothingHappened };
}

/** Why a dimension does not apply; null if it is to be scored. */
export function whyNotApplicable(id: DimensionId, evidence: Evidence, weights: Weights): string | null {
  if (weights[weightKey[id]] <= 0) return "weight is 0";
  if (id === "goalAchievement") return (evidence.checks ?? []).length === 0 ? "no rubric" : null;
  if (selectInteractions(dimensions[id], evidence.interactions).length > 0) return null;
  return id === "agent" ? "the transcript is empty" : `no ${id} steps`;
}

/** What is decided about a check. */
export type CriterionGrade = Omit<GradedCriterion, "check" | "weight">;

/** The grade of every check if the agent failed. */
export function failedGrade(message: string): CriterionGrade {
  return { score: 0, rationale: `Run failed: ${message}`, by: "failure" };
}

/** Why a verified check of a completed run has no grade. */
export const workspaceGoneReason = "the workspace is gone";

/** Converts a score to its stored form: a failed score becomes unscored, never a default number. */
export function toDimensionState(score: Score): DimensionState {
  if (score.status === "scored") return { status: "scored", applicable: true, score: score.value };
  if (score.status === "failed") return { status: "unscored", applicable: true, score: null, reason: score.why };
  return { status: "not-applicable", applicable: false, score: null, reason: score.why };
}

/** Converts the stored form back to a score. */
export function fromDimensionState(state: DimensionState): Score {
  if (state.status === "scored" && state.score !== null) return scored(state.score);
  const why = state.reason ?? "";
  return state.status === "not-applicable" ? notApplicable(why) : failed(why);
}

/** The four dimensions in their stored form. */
export type DimensionStates = Readonly<Record<DimensionId, DimensionState>>;

/** Why there is no AXIS Result although there was something to score: each reason once, with its dimensions. */
export function describeUnscored(states: DimensionStates): string {
  const places = new Map<string, string[]>();
  for (const id of dimensionIds) {
    if (states[id].status !== "unscored") continue;
    const reason = states[id].reason ?? "unknown";
    places.set(reason, [...(places.get(reason) ?? []), dimensionLabel(id)]);
  }
  return [...places].map(([reason, labels]) => `${labels.join(", ")}: ${reason}`).join("; ");
}

/** The name of a dimension in sentences. */
export function dimensionLabel(id: DimensionId): string {
  return id === "goalAchievement" ? "goal" : id;
}

/** The AXIS Result. */
export interface Composite {
  readonly axisScore: number | null;
  /** Why it is null. */
  readonly reason?: string;
}

/** Why a run without any step has no AXIS Result: its goal alone must not beat a run that shows its work. */
export const noStepReason = "no step was recorded: only the goal is known";

/** The AXIS Result if the run alone decides it, whatever the dimensions are; otherwise null. */
export function resultFromRuling(run: RunRuling): Composite | null {
  if (run.kind === "missing") return { axisScore: null, reason: run.reason };
  return run.kind === "agent-failed" && run.nothingHappened ? { axisScore: 0 } : null;
}
