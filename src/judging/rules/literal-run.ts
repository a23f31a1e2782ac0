/** For the tests of this folder: runs written as literals, and questions about them. */
import type { Check } from "../../core/scenario/check.ts";
import { Entry, type EntryInput } from "../../core/entry.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { Json } from "../../core/json.ts";
import { AgentAnswer, ExecutionAnswer, type ProcessQuestion } from "../../core/question.ts";
import { gatherEvidence } from "../../agents/transcript/gather.ts";
import { rulesJudge } from "./rules.ts";
import { type RuleStep, toRuleStep } from "./step.ts";

type Part<T extends EntryInput["type"]> = Partial<Extract<EntryInput, { type: T }>>;

/** A call. Without an id it belongs to the next free result. */
export function toolUse(tool: string, input: Json = {}, more: Part<"tool_use"> = {}): EntryInput {
  return { type: "tool_use", tool, input, ...more };
}

export function toolResult(output: string, more: Part<"tool_result"> = {}): EntryInput {
  return { type: "tool_result", output, ...more };
}

export function assistantText(text: string): EntryInput {
  return { type: "assistant", text };
}

/** A shell call with its result. */
export function bash(command: string, output = "", more: Part<"tool_result"> = {}): EntryInput[] {
  return [toolUse("Bash", { command }), toolResult(output, more)];
}

export interface LiteralRunOptions {
  readonly task?: string;
  readonly finalAnswer?: string | null;
  readonly checks?: readonly Check[] | null;
}

/** The evidence of a completed run with these entries. */
export function buildEvidence(entries: readonly EntryInput[], options: LiteralRunOptions = {}): Evidence {
  return gatherEvidence({
    scenarioKey: "literal",
    task: options.task ?? "",
    checks: options.checks ?? null,
    verified: [],
    outcome: { status: "completed", result: options.finalAnswer ?? null },
    durationMs: 0,
    tokenUsage: null,
    transcript: entries.map((entry) => Entry.parse(entry)),
  });
}

/** The first step of a run with these entries. */
export function buildStep(...entries: readonly EntryInput[]): RuleStep {
  const { interactions, transcript } = buildEvidence(entries);
  return toRuleStep(interactions[0]!, transcript);
}

/** A question about all interactions of its dimension. */
export function buildProcessQuestion(question: ProcessQuestion["question"], evidence: Evidence): ProcessQuestion {
  const pool = evidence.interactions.filter(({ categories }) => question === "agent" || categories.includes(question));
  return {
    question,
    scenario: evidence.scenarioKey,
    task: evidence.task,
    evidence,
    index: "",
    interactions: pool.map(({ id, categories, content }) => ({ id, categories, content })),
    necessity: question === "agent",
  };
}

export function askContext() {
  return { abort: new AbortController().signal, attempt: 1 };
}

/** What `rules` answers to the agent question about a whole run. */
export async function askAgentQuestion(entries: readonly EntryInput[], options: LiteralRunOptions = {}) {
  const answer = await rulesJudge.ask(buildProcessQuestion("agent", buildEvidence(entries, options)), askContext());
  return AgentAnswer.required({ necessity: true }).parse(answer.status === "answered" ? answer.value : answer);
}

/** What `rules` answers to the environment or service question. */
export async function askExecutionQuestion(
  question: "environment" | "service",
  entries: readonly EntryInput[],
): Promise<ExecutionAnswer> {
  const answer = await rulesJudge.ask(buildProcessQuestion(question, buildEvidence(entries)), askContext());
  return ExecutionAnswer.parse(answer.status === "answered" ? answer.value : answer);
}
