/** Chooses the response to a request: the conversation that matches, its current step, and the fault to inject. */
import { globMatcher } from "../../core/paths/glob.ts";
import { compilePattern } from "../../core/scenario/pattern.ts";
import { type AnsweredQuestions, mayHaveExamples } from "./answered-questions.ts";
import type { ModelRequest, ModelTurn } from "./model-request.ts";
import type { ParsedScript } from "./parse-script.ts";
import type { ScriptConversation, ScriptFault, ScriptMatcher, ScriptStep, StepFunction } from "./script.ts";
import { literalStart } from "./values.ts";

/** The first conversation that matches the request. */
export function findConversation(
  { conversations }: ParsedScript,
  request: ModelRequest,
): ScriptConversation | undefined {
  return conversations.find(({ when, steps }) =>
    when === undefined ? isMatchedByDefault(steps, request) : matchesRequest(when, request),
  );
}

/** A conversation with tool calls belongs to an agent: it does not match requests without tools or for structured answers. */
function isMatchedByDefault(steps: ScriptConversation["steps"], { tools, wantsJson }: ModelRequest): boolean {
  const hasCalls = steps.some((step) => typeof step !== "function" && step.calls.length > 0);
  return !hasCalls || (tools.length > 0 && !wantsJson);
}

function matchesRequest(when: ScriptMatcher, request: ModelRequest): boolean {
  return (
    (when.model === undefined || globMatcher(when.model)(request.model)) &&
    (when.wire === undefined || when.wire === request.wire) &&
    (when.tools === undefined || when.tools === request.tools.length > 0) &&
    (when.json === undefined || when.json === request.wantsJson) &&
    (when.key === undefined || when.key === request.key) &&
    (when.text === undefined || compilePattern(when.text).test(request.text))
  );
}

/** How far a session has come in a conversation. */
export interface ConversationProgress {
  /** Number of earlier requests in the session. */
  readonly requests: number;
  readonly questions: AnsweredQuestions;
}

/** The number of the current step, from 1. */
export function findStepNumber(
  { steps, next }: ScriptConversation,
  request: ModelRequest,
  talk: ConversationProgress,
): number {
  if (next === "request") return talk.requests + 1;
  if (mayHaveExamples(request)) return talk.questions.countTurns(request) + 1;
  return request.turns.filter((turn) => isScriptedTurn(turn, steps)).length + 1;
}

/** Some programs insert text of their own as turns of the model: a turn counts if it has a call or starts like a step. */
function isScriptedTurn({ text, calls }: ModelTurn, steps: ScriptConversation["steps"]): boolean {
  if (calls > 0) return true;
  const said = text.trim();
  return steps.some((step) => {
    if (typeof step === "function") return true;
    const written = step.json === undefined ? step.text : JSON.stringify(step.json);
    return written !== undefined && said.startsWith(literalStart(written).trim());
  });
}

/** Finds the step. After the last step it repeats that one, if it ends the conversation. */
export function findStep(steps: ScriptConversation["steps"], number: number): ScriptStep | StepFunction | null {
  const step = steps[number - 1];
  if (step !== undefined) return step;
  const last = steps.at(-1);
  return last === undefined || (typeof last !== "function" && last.calls.length > 0) ? null : last;
}

/** How often each fault was injected in a session. */
export type FaultCounts = Map<ScriptFault, number>;

/** Finds the first fault that applies here, and counts it. */
export function findFault(
  faults: readonly ScriptFault[],
  here: { readonly step: number; readonly request: number },
  strikes: FaultCounts,
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
