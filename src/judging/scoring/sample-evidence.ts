/** Evidence built from literals, for the tests of this folder. */
import type { Category } from "../../core/score/category.ts";
import type { Check } from "../../core/scenario/check.ts";
import type { Entry } from "../../core/entry.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { Judge } from "../../core/judge.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import type { ScoringDeps } from "./axis-result.ts";

/** What differs between the interactions in a test. */
export interface SampleStep {
  readonly categories: readonly Category[];
  readonly durationMs?: number | null;
  readonly contextBytes?: number;
  /** The output of the call. */
  readonly output?: string;
}

/** A run with these steps, numbered from 1. */
export function sampleEvidence(steps: readonly SampleStep[], fields: Partial<Evidence> = {}): Evidence {
  return {
    scenarioKey: "sample",
    task: "Do the steps.",
    checks: [{ check: "The steps were done", weight: 1 }],
    verified: [],
    outcome: { status: "completed", result: "Done." },
    calledTool: steps.length > 0,
    finalAnswer: "Done.",
    durationMs: 1000,
    tokenUsage: { input: 10, output: 5 },
    transcript: steps.flatMap(toEntries),
    interactions: steps.map(toInteraction),
    ...fields,
  };
}

function toEntries({ output = "ok" }: SampleStep, position: number): Entry[] {
  const id = `call-${position + 1}`;
  return [
    { type: "tool_use", timestamp: null, id, tool: "Bash", input: { command: `step ${position + 1}` } },
    { type: "tool_result", timestamp: null, id, output, isError: false },
  ];
}

function toInteraction(step: SampleStep, position: number): Interaction {
  return {
    id: position + 1,
    kind: "tool",
    categories: [...step.categories],
    toolName: "Bash",
    entryIndices: [2 * position, 2 * position + 1],
    sparseLine: `#${position + 1} Bash(step ${position + 1})`,
    hasError: false,
    startMs: null,
    durationMs: step.durationMs ?? null,
    contextBytes: step.contextBytes ?? 100,
    content: `step ${position + 1}`,
  };
}

/** Dependencies with one judge for every question, two attempts, and waits that take no time. */
export function sampleDeps(judge: Judge, fields: Partial<ScoringDeps> = {}): ScoringDeps {
  return {
    judges: { goal: judge, environment: judge, service: judge, agent: judge },
    weights: defaultWeights,
    judging: { retries: 1, timeoutMs: 60_000 },
    agentName: "sample-agent",
    abort: new AbortController().signal,
    wait: async () => {},
    ...fields,
  };
}

/** Checks of equal weight, decided by a judge. */
export function sampleJudgedChecks(...checks: readonly string[]): Check[] {
  return checks.map((check) => ({ check, weight: 1 / checks.length }));
}
