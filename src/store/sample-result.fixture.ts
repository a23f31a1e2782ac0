/** Small literal results for tests of reports, comparisons and gates. */
import { type AxisResult, type DimensionResult, formula } from "../core/score/axis-result.ts";
import type { CellResult } from "../core/report/pair-result.ts";
import { defaultWeights } from "../core/score/weights.ts";

function dimension(score: number | null): DimensionResult {
  return {
    status: score === null ? "unscored" : "scored",
    applicable: true,
    score,
    ...(score === null ? { reason: "the judge gave no answer" } : {}),
    interactionCount: 1,
    auditedCount: 1,
    dimensions: { success: score, speed: score, weight: null, relevance: null, necessity: null },
    audits: [],
    necessity: null,
  };
}

/** A score with the same number in every dimension. */
export function sampleScore(axisScore: number | null): AxisResult {
  const {
    interactionCount: _count,
    auditedCount: _audited,
    dimensions: _dimensions,
    audits: _audits,
    necessity: _necessity,
    ...state
  } = dimension(axisScore);
  return {
    formula,
    axisScore,
    ...(axisScore === null ? { reason: "the judge gave no answer" } : {}),
    goalAchievement: { ...state, criteria: [] },
    environment: dimension(axisScore),
    service: dimension(axisScore),
    agent: dimension(axisScore),
    weights: defaultWeights,
    effectiveWeights: defaultWeights,
    judging: { goal: null, environment: null, service: null, agent: null },
    insights: [],
    patterns: [],
  };
}

/** A completed run of scenario `s` by agent `a`; overrides replace any part. */
export function sampleResult(overrides: Partial<CellResult> & { readonly axisScore?: number | null } = {}): CellResult {
  const { axisScore = 90, ...rest } = overrides;
  return {
    runId: "run_sample",
    scenarioKey: "s",
    scenarioName: "S",
    agentName: "a",
    trial: 1,
    durationMs: 1000,
    exitCode: 0,
    failed: false,
    outcome: { status: "completed", result: "done" },
    outcomeClass: axisScore === null ? "judge" : "completed",
    score: sampleScore(axisScore),
    file: "scenarios/s/a.json",
    prompt: "Do it.",
    judge: "It is done",
    agentConfig: { agent: "command" },
    resolvedConfig: {
      limits: { time_minutes: 15 },
      skills: [],
      mcpServers: {},
      setup: [],
      teardown: [],
      artifacts: [],
      sandbox: { kind: "none" },
    },
    ...rest,
  };
}

/** The same run, but failed by the agent or by the infrastructure. */
export function sampleFailure(
  outcomeClass: "agent" | "infrastructure",
  overrides: Partial<CellResult> = {},
): CellResult {
  const code = outcomeClass === "agent" ? "exit" : "setup";
  return {
    ...sampleResult({ axisScore: outcomeClass === "agent" ? 10 : null, ...overrides }),
    failed: true,
    outcome: { status: "failed", code, message: "it broke" },
    outcomeClass,
    error: "it broke",
  };
}
