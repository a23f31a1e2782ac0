/** What is scored, what drops out and what is unknown: every such ruling stands here and nowhere else. */
import type { DimensionState, GradedCriterion } from "../core/score/axis-result.ts";
import { type DimensionId, dimensionIds } from "../core/score/category.ts";
import type { Evidence } from "../core/evidence.ts";
import { isMissing } from "../core/outcome.ts";
import { type Score, failed, notApplicable, scored } from "../core/score.ts";
import { type Weights, weightKey } from "../core/score/weights.ts";
import { dimensions, poolOf } from "./dimensions.ts";

/** How a run as a whole is treated. */
export type RunRuling =
  /** It did not take place, or failed through no fault of the agent: nothing is asked. */
  | { readonly kind: "missing"; readonly reason: string }
  /** The agent failed: its goal is 0, the rest is scored from what happened. */
  | { readonly kind: "agent-failed"; readonly message: string; readonly nothingHappened: boolean }
  | { readonly kind: "completed" };

/** The ruling on a run, from its outcome alone. */
export function runRuling({ outcome, calledTool, interactions }: Evidence): RunRuling {
  if (outcome.status === "completed") return { kind: "completed" };
  if (isMissing(outcome, calledTool)) return { kind: "missing", reason: outcome.message };
  return { kind: "agent-failed", message: outcome.message, nothingHappened: interactions.length === 0 };
}

/** Why a dimension drops out, or null where it is to be scored. */
export function whyNotApplicable(id: DimensionId, evidence: Evidence, weights: Weights): string | null {
  if (weights[weightKey[id]] <= 0) return "weight is 0";
  if (id === "goalAchievement") return (evidence.checks ?? []).length === 0 ? "no rubric" : null;
  if (poolOf(dimensions[id], evidence.interactions).length > 0) return null;
  return id === "agent" ? "the transcript is empty" : `no ${id} interactions`;
}

/** What a failed agent gets for every check. */
export function failedGrade(message: string): Pick<GradedCriterion, "score" | "rationale" | "by"> {
  return { score: 0, rationale: `Run failed: ${message}`, by: "failure" };
}

/** What a verified check without a verdict means in a completed run. */
export const noVerdict = "the workspace is gone";

/** A score as documents write it: what failed is unscored, and there is no default number. */
export function stateOf(score: Score): DimensionState {
  if (score.status === "scored") return { status: "scored", applicable: true, score: score.value };
  if (score.status === "failed") return { status: "unscored", applicable: true, score: null, reason: score.why };
  return { status: "not-applicable", applicable: false, score: null, reason: score.why };
}

/** The way back from a written state. */
export function scoreOf(state: DimensionState): Score {
  if (state.status === "scored" && state.score !== null) return scored(state.score);
  const why = state.reason ?? "";
  return state.status === "not-applicable" ? notApplicable(why) : failed(why);
}

/** The four dimensions as written. */
export type DimensionStates = Readonly<Record<DimensionId, DimensionState>>;

/** Why there is no AXIS Result although something was to be scored: each reason once, with its dimensions. */
export function whyUnscored(states: DimensionStates): string {
  const places = new Map<string, string[]>();
  for (const id of dimensionIds) {
    if (states[id].status !== "unscored") continue;
    const reason = states[id].reason ?? "unknown";
    places.set(reason, [...(places.get(reason) ?? []), dimensionLabel(id)]);
  }
  return [...places].map(([reason, labels]) => `${labels.join(", ")}: ${reason}`).join("; ");
}

/** How sentences call a dimension. */
export function dimensionLabel(id: DimensionId): string {
  return id === "goalAchievement" ? "goal" : id;
}

/** The AXIS Result. */
export interface Composite {
  readonly axisScore: number | null;
  /** Why it is null. */
  readonly reason?: string;
}

/** The AXIS Result where the run alone decides it, whatever the dimensions are; else null. */
export function resultOfRun(run: RunRuling): Composite | null {
  if (run.kind === "missing") return { axisScore: null, reason: run.reason };
  return run.kind === "agent-failed" && run.nothingHappened ? { axisScore: 0 } : null;
}
