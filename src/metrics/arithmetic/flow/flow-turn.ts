/** What the arithmetic of a conversation's flow works on. */

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
export type DialogueAct = (typeof dialogueActs)[number];

/** One message with its place in the dialogue. */
export interface FlowTurn {
  readonly turnIndex: number;
  readonly role: "user" | "agent";
  readonly state: DialogueState;
  readonly dialogueAct: DialogueAct;
  /** From 0 to 1 for messages of the user, null for others. */
  readonly userEffortScore: number | null;
}

/** A stretch of a conversation about one thing. */
export interface FlowMoment {
  readonly id: string | number;
  readonly topic: string;
  readonly startTurn: number;
  readonly endTurn: number;
  readonly turnCount: number;
  readonly coherenceScore: number;
}

export type FlowIssueType = "state_loop" | "effort_degradation" | "correction_cascade" | "coherence_drop";

/** Something that went badly, with how badly and where. */
export interface FlowIssue {
  readonly type: FlowIssueType;
  readonly severity: number;
  readonly turnIndex: number | null;
  readonly turnRange: readonly [number, number] | null;
}
