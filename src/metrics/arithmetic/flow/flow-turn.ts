/** The input types of the conversation flow score. */

export const dialogueStates = [
  "Greeting/Small Talk",
  "Intent Clarification",
  "Information Gathering",
  "Tool Execution",
  "Solution Proposal",
  "Refinement/Correction",
  "Confirmation",
  "Error/Recovery",
] as const;
export type DialogueState = (typeof dialogueStates)[number];

export const dialogueActs = [
  "statement",
  "question",
  "command",
  "apology",
  "thanking",
  "agreement",
  "disagreement",
  "instruction",
] as const;
type DialogueAct = (typeof dialogueActs)[number];

/** One message with its role in the dialogue. */
export interface FlowTurn {
  readonly turnIndex: number;
  readonly role: "user" | "agent";
  readonly state: DialogueState;
  readonly dialogueAct: DialogueAct;
  /** From 0 to 1 for user messages, null for others. */
  readonly userEffortScore: number | null;
}

/** A range of messages about one topic. */
export interface FlowMoment {
  readonly id: string | number;
  readonly topic: string;
  readonly startTurn: number;
  readonly endTurn: number;
  readonly turnCount: number;
  readonly coherenceScore: number;
}

export type FlowIssueType = "state_loop" | "effort_degradation" | "correction_cascade" | "coherence_drop";

/** A problem in the conversation, with its severity and position. */
export interface FlowIssue {
  readonly type: FlowIssueType;
  readonly severity: number;
  readonly turnIndex: number | null;
  readonly turnRange: readonly [number, number] | null;
}
