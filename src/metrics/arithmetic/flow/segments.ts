/** Splits a dialogue into runs of messages in the same state, and finds loops between them. */
import type { FlowConfig } from "./flow-config.ts";
import type { DialogueState, FlowIssue, FlowTurn } from "./flow-turn.ts";

export interface Segment {
  readonly state: DialogueState;
  readonly first: number;
  readonly last: number;
}

const returnSeverity = 0.4;
/** Returning to these states is a normal part of a dialogue, not a loop. */
const returnableStates: ReadonlySet<DialogueState> = new Set(["Intent Clarification", "Confirmation"]);

/** Joins adjacent messages of the same state. */
export function splitSegments(turns: readonly FlowTurn[]): Segment[] {
  const segments: Segment[] = [];
  for (const { state, turnIndex } of turns) {
    const open = segments.at(-1);
    if (open?.state === state) segments[segments.length - 1] = { ...open, last: turnIndex };
    else segments.push({ state, first: turnIndex, last: turnIndex });
  }
  return segments;
}

/** Finds returns to a state after one other state, then the first repetition for each window size. One loop may be reported by both. */
export function findStateLoops(segments: readonly Segment[], config: FlowConfig): FlowIssue[] {
  if (!config.loopDetectionEnabled || segments.length < 3) return [];
  const repeated = config.loopWindowSizes.flatMap((size) => findRepetition(segments, size) ?? []);
  return [...findReturns(segments), ...repeated];
}

function findReturns(segments: readonly Segment[]): FlowIssue[] {
  return segments.flatMap((start, index) => {
    const end = segments[index + 2];
    if (end?.state !== start.state || returnableStates.has(start.state)) return [];
    return [toLoopIssue(returnSeverity, end.first, [start.first, end.last])];
  });
}

function findRepetition(segments: readonly Segment[], size: number): FlowIssue | undefined {
  // Counts consecutive segments that equal the one `size` before them; a repetition is found when the count reaches the window size.
  let alike = 0;
  for (let index = size; index < segments.length; index += 1) {
    alike = segments[index]?.state === segments[index - size]?.state ? alike + 1 : 0;
    if (alike < size) continue;
    const [start, middle, end] = [segments[index + 1 - 2 * size], segments[index + 1 - size], segments[index]];
    return start && middle && end && toLoopIssue(Math.min(1, 0.5 + 0.1 * size), middle.first, [start.first, end.last]);
  }
  return undefined;
}

function toLoopIssue(severity: number, turnIndex: number, turnRange: readonly [number, number]): FlowIssue {
  return { type: "state_loop", severity, turnIndex, turnRange };
}
