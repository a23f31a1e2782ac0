/** Chooses what answers a request: the conversation that takes it, the step it has come to, the fault that strikes. */
import { globMatcher } from "../../core/paths/glob.ts";
import { compilePattern } from "../../core/scenario/pattern.ts";
import { type AnsweredQuestions, mayHaveExamples } from "./answered-questions.ts";
import type { ModelRequest, ModelTurn } from "./model-request.ts";
import type { ReadScript } from "./read-script.ts";
import type { ScriptConversation, ScriptFault, ScriptMatcher, ScriptStep, StepFunction } from "./script.ts";
import { literalStart } from "./values.ts";

/** The first conversation that takes the request. */
export function conversationFor({ conversations }: ReadScript, request: ModelRequest): ScriptConversation | undefined {
  return conversations.find(({ when, steps }) =>
    when === undefined ? isTaken(steps, request) : matches(when, request),
  );
}

/** A conversation with calls is an agent's: it has no answer for requests without tools, or for a structured reply. */
function isTaken(steps: ScriptConversation["steps"], { tools, wantsJson }: ModelRequest): boolean {
  const hasCalls = steps.some((step) => typeof step !== "function" && step.calls.length > 0);
  return !hasCalls || (tools.length > 0 && !wantsJson);
}

function matches(when: ScriptMatcher, request: ModelRequest): boolean {
  return (
    (when.model === undefined || globMatcher(when.model)(request.model)) &&
    (when.wire === undefined || when.wire === request.wire) &&
    (when.tools === undefined || when.tools === request.tools.length > 0) &&
    (when.json === undefined || when.json === request.wantsJson) &&
    (when.key === undefined || when.key === request.key) &&
    (when.text === undefined || compilePattern(when.text).test(request.text))
  );
}

/** What is known of the talk a request is part of. */
export interface TalkSoFar {
  /** How many requests of the session came before this one. */
  readonly requests: number;
  readonly questions: AnsweredQuestions;
}

/** How far a conversation has come, from 1. */
export function stepNumber({ steps, next }: ScriptConversation, request: ModelRequest, talk: TalkSoFar): number {
  if (next === "request") return talk.requests + 1;
  if (mayHaveExamples(request)) return talk.questions.turnsIn(request) + 1;
  return request.turns.filter((turn) => isScripted(turn, steps)).length + 1;
}

/** Some programs put words of their own into the model's mouth: a turn counts if it has a call or begins as written. */
function isScripted({ text, calls }: ModelTurn, steps: ScriptConversation["steps"]): boolean {
  if (calls > 0) return true;
  const said = text.trim();
  return steps.some((step) => {
    if (typeof step === "function") return true;
    const written = step.json === undefined ? step.text : JSON.stringify(step.json);
    return written !== undefined && said.startsWith(literalStart(written).trim());
  });
}

/** The step itself. Beyond the end the last one is said again, if it ends the conversation. */
export function stepAt(steps: ScriptConversation["steps"], number: number): ScriptStep | StepFunction | null {
  const step = steps[number - 1];
  if (step !== undefined) return step;
  const last = steps.at(-1);
  return last === undefined || (typeof last !== "function" && last.calls.length > 0) ? null : last;
}

/** How often each fault has struck in a session. */
export type Strikes = Map<ScriptFault, number>;

/** The first fault that strikes here; it is counted. */
export function faultFor(
  faults: readonly ScriptFault[],
  here: { readonly step: number; readonly request: number },
  strikes: Strikes,
): ScriptFault | undefined {
  const fault = faults.find(
    ({ step, request, times }, index) =>
      (step === undefined || step === here.step) &&
      (request === undefined || request === here.request) &&
      (times === undefined || (strikes.get(faults[index]!) ?? 0) < times),
  );
  if (fault !== undefined) strikes.set(fault, (strikes.get(fault) ?? 0) + 1);
  return fault;
}
