/** The signals of Conversation Flow: how the score is computed, what went wrong where, and how the conversation is structured. */
import type { Signal } from "../../core/score/signal.ts";
import { type FlowScore, penaltyByIssue } from "../arithmetic/flow/conversation-flow-score.ts";
import type { FlowConfig } from "../arithmetic/flow/flow-config.ts";
import {
  dialogueStates,
  type FlowIssue,
  type FlowIssueType,
  type FlowMoment,
  type FlowTurn,
} from "../arithmetic/flow/flow-turn.ts";
import { splitSegments } from "../arithmetic/flow/segments.ts";

export interface FlowReading extends FlowScore {
  readonly turns: readonly FlowTurn[];
  readonly moments: readonly FlowMoment[];
  readonly config: FlowConfig;
}

const firstTurns = 5;
const lastTurns = 3;

const sentences: Readonly<Record<FlowIssueType, string>> = {
  state_loop: "The conversation returns to an earlier state.",
  effort_degradation: "The conversation gets harder for the user over time.",
  correction_cascade: "Corrections and apologies follow one another.",
  coherence_drop: "One part is much less coherent than the rest.",
};

export function toFlowSignals(reading: FlowReading): Signal[] {
  return [
    { name: "final_score", value: reading.components.finalScore, headlineDisplay: true },
    ...breakdown(reading),
    ...structure(reading),
    ...issueCounts(reading),
    ...reading.issues.flatMap((issue, index) => issueSignals(issue, index, reading.config)),
    ...reading.moments.flatMap((moment) => momentSignals(moment, reading.turns.length)),
    ...stateCounts(reading.turns),
    ...turnSignals(reading.turns),
  ];
}

function breakdown({ components }: FlowReading): Signal[] {
  const group = "Score Breakdown";
  return [
    { name: "base_score", value: components.baseScore, group },
    { name: "coherence", value: components.coherence, group, headlineDisplay: true },
    { name: "efficiency", value: components.efficiency, group },
    { name: "user_experience", value: components.userExperience, group },
    { name: "total_penalty", value: components.cappedPenalty, group },
    { name: "raw_penalty", value: components.rawPenalty, group },
  ];
}

function structure({ moments, turns }: FlowReading): Signal[] {
  const group = "Conversation Structure";
  return [
    { name: "total_moments", value: moments.length, group },
    { name: "total_turns", value: turns.length, group },
    { name: "state_changes", value: Math.max(0, splitSegments(turns).length - 1), group },
  ];
}

function issueCounts({ issues }: FlowReading): Signal[] {
  const group = "Issues Detected";
  const count = (wanted: FlowIssueType): number => issues.filter(({ type }) => type === wanted).length;
  return [
    { name: "total_issues", value: issues.length, group, headlineDisplay: true },
    { name: "state_loops", value: count("state_loop"), group },
    { name: "effort_degradations", value: count("effort_degradation"), group },
    { name: "correction_cascades", value: count("correction_cascade"), group },
    { name: "coherence_drops", value: count("coherence_drop"), group },
  ];
}

function issueSignals({ type, severity, turnRange }: FlowIssue, index: number, config: FlowConfig): Signal[] {
  const group = `issue_${index}`;
  return [
    { name: "type", value: type, group, headlineDisplay: true },
    { name: "severity", value: severity, group },
    { name: "penalty_contribution", value: config.penaltyWeights[penaltyByIssue[type]] * severity, group },
    { name: "description", value: sentences[type], group },
    {
      name: "turn_location",
      value: turnRange === null ? "the whole conversation" : `turns ${turnRange.join(" to ")}`,
      group,
    },
  ];
}

function momentSignals({ id, coherenceScore, turnCount, startTurn, endTurn }: FlowMoment, turns: number): Signal[] {
  const group = `moment_${id}`;
  const weight = turnCount / turns;
  return [
    { name: "coherence_score", value: coherenceScore, group, headlineDisplay: true },
    { name: "turn_count", value: turnCount, group },
    { name: "weight", value: weight, group },
    { name: "contribution", value: weight * coherenceScore, group },
    { name: "turn_range", value: `${startTurn}-${endTurn}`, group },
  ];
}

function stateCounts(turns: readonly FlowTurn[]): Signal[] {
  return dialogueStates.flatMap((state) => {
    const count = turns.filter((turn) => turn.state === state).length;
    return count === 0 ? [] : [{ name: state, value: count, group: "states" }];
  });
}

/** Shows only the first and last turns, because a long conversation would hide the other signals. */
function turnSignals(turns: readonly FlowTurn[]): Signal[] {
  const shown = turns.filter((_, index) => index < firstTurns || index >= turns.length - lastTurns);
  return shown.flatMap(({ turnIndex, role, state, dialogueAct, userEffortScore }) => {
    const group = `turn_${turnIndex}`;
    return [
      { name: "state", value: state, group },
      { name: "role", value: role, group },
      { name: "dialogue_act", value: dialogueAct, group },
      { name: "user_effort", value: userEffortScore, group },
    ];
  });
}
