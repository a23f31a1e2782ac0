/** Finds problems in a conversation besides loops: rising effort, correction cascades and drops in coherence. */
import { sum } from "../rounding.ts";
import type { FlowConfig } from "./flow-config.ts";
import type { FlowIssue, FlowMoment, FlowTurn } from "./flow-turn.ts";
import { splitSegments, findStateLoops } from "./segments.ts";

/** An increase of this size or more has the maximum severity. */
const fullRise = 0.5;
/** A moment above this coherence is never an issue, however high the others are. */
const lowCoherence = 0.5;

/** Returns all issues, grouped by type. */
export function findFlowIssues(
  turns: readonly FlowTurn[],
  moments: readonly FlowMoment[],
  config: FlowConfig,
): FlowIssue[] {
  return [
    ...findStateLoops(splitSegments(turns), config),
    ...findEffortDegradation(listUserEfforts(turns), config),
    ...findCorrectionCascades(turns, config),
    ...findCoherenceDrops(moments),
  ];
}

/** Returns the effort of each user message, in order. */
export function listUserEfforts(turns: readonly FlowTurn[]): number[] {
  return turns.flatMap(({ role, userEffortScore }) =>
    role === "user" && userEffortScore !== null ? [userEffortScore] : [],
  );
}

function findEffortDegradation(efforts: readonly number[], config: FlowConfig): FlowIssue[] {
  if (efforts.length < config.minTurnsForDegradation) return [];
  const smooth = efforts.map((_, index) =>
    mean(efforts.slice(Math.max(0, index + 1 - config.effortWindowSize), index + 1)),
  );
  const half = Math.floor(efforts.length / 2);
  if (half === 0) return [];
  const rise = mean(smooth.slice(half)) - mean(smooth.slice(0, half));
  if (!(rise > config.degradationThreshold)) return [];
  return [{ type: "effort_degradation", severity: Math.min(1, rise / fullRise), turnIndex: null, turnRange: null }];
}

function findCorrectionCascades(turns: readonly FlowTurn[], config: FlowConfig): FlowIssue[] {
  const { cascadeWindowSize: size, cascadeThreshold } = config;
  const corrections = turns.map(({ role, dialogueAct }) =>
    (role === "user" && dialogueAct === "disagreement") || (role === "agent" && dialogueAct === "apology") ? 1 : 0,
  );
  const issues: FlowIssue[] = [];
  let count = sum(corrections.slice(0, size - 1));
  for (let start = 0; start + size <= turns.length; start += 1) {
    count += corrections[start + size - 1] as number;
    const [first, last] = [turns[start]?.turnIndex ?? start, turns[start + size - 1]?.turnIndex ?? start];
    if (count >= cascadeThreshold)
      issues.push({
        type: "correction_cascade",
        severity: Math.min(1, count / size),
        turnIndex: first,
        turnRange: [first, last],
      });
    count -= corrections[start] as number;
  }
  return issues;
}

/** With two moments, rounding decides the outcome, so the mean and the deviation must be computed in exactly this order. */
function findCoherenceDrops(moments: readonly FlowMoment[]): FlowIssue[] {
  if (moments.length < 2) return [];
  const scores = moments.map(({ coherenceScore }) => coherenceScore);
  const middle = sum(scores) / scores.length;
  const deviation = Math.sqrt(sum(scores.map((score) => (score - middle) ** 2)) / scores.length);
  return moments
    .filter(({ coherenceScore }) => coherenceScore < middle - deviation && coherenceScore < lowCoherence)
    .map(({ coherenceScore, startTurn, endTurn }) => ({
      type: "coherence_drop",
      severity: 1 - coherenceScore,
      turnIndex: startTurn,
      turnRange: [startTurn, endTurn],
    }));
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
