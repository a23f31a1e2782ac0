/** Small literals for the suite of SQL stores. */
import type { Competition } from "../../../core/report/competition.ts";
import type { LatencyBaseline, RunFacts } from "../../../core/run/run-facts.ts";
import type { RunStage } from "../../../core/run/run-stage.ts";
import type { RunScorecard } from "../../../core/run/run-scorecard.ts";

/** Encodes a number as the 26 characters of a ULID. */
export function sampleUlid(number: number): string {
  const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let text = "";
  for (let rest = number; rest > 0; rest = Math.floor(rest / 32)) text = (alphabet[rest % 32] ?? "") + text;
  return text.padStart(26, "0");
}

/** Facts of a run that went well. */
export function sampleFacts(runId: string, changes: Partial<RunFacts> = {}): RunFacts {
  return {
    run_id: runId,
    outcome: "COMPLETED",
    reason: "ok",
    counted: true,
    feeds_baseline: true,
    wall_ms: 60_000,
    stages: [
      { kind: "gate", name: "lint", counts: true, executions: 1, first_passed: true, passed: true, repair_loops: 0 },
    ],
    usage: { source: "proc", peak_bytes: 1_000, limit_bytes: 4_000, throttled_ms: null, agent_ms: 50_000 },
    baseline_scope: "workspace",
    weights: null,
    ...changes,
  };
}

/** A gate that ran once and printed this. */
export function sampleStage(tail: string): RunStage {
  const stage = { kind: "gate", name: "lint", counts: true, executions: 1, first_passed: true } as const;
  const run = { execution: 1, turn: 0, passed: true, exit_code: 0, ended_by: "exit", wall_ms: 5 } as const;
  return { ...stage, passed: true, repair_loops: 0, position: 0, runs: [{ ...run, tree_id: null, output_tail: tail }] };
}

/** A card with the inputs it got and a latency that shows which usual time it saw; it follows no formula. */
export function sampleCard(facts: RunFacts, baseline: LatencyBaseline | null): RunScorecard {
  const completion = facts.outcome === "COMPLETED" ? 100 : 0;
  const latency = baseline?.p50_ms == null ? 50 : Math.min(100, Math.max(0, 100 - Math.floor(baseline.p50_ms / 1_000)));
  const weights = { completion: 4_000, error_rate: 3_000, latency: 2_000, resource_efficiency: 1_000 };
  const sum = completion * 4_000 + 100 * 3_000 + latency * 2_000 + 70 * 1_000;
  const score = Math.floor((sum + 5_000) / 10_000);
  const defaulted = baseline?.p50_ms == null;
  return {
    run_id: facts.run_id,
    score,
    tier: score >= 90 ? "Elite" : score >= 70 ? "Gold" : score >= 40 ? "Silver" : "Bronze",
    formula_version: "2",
    axes: {
      completion: {
        score: completion,
        defaulted: false,
        why: null,
        inputs: { outcome: facts.outcome, reason: facts.reason },
      },
      error_rate: { score: 100, defaulted: false, why: null, inputs: { passed_first: 1, executed: 1 } },
      latency: {
        score: latency,
        defaulted,
        why: defaulted ? "no-baseline" : null,
        inputs: {
          wall_ms: facts.wall_ms,
          p50_ms: baseline?.p50_ms ?? null,
          samples: baseline?.samples ?? 0,
          scope: baseline?.scope ?? facts.baseline_scope,
          frozen: baseline?.frozen ?? false,
          run_ids: [...(baseline?.run_ids ?? [])],
        },
      },
      resource_efficiency: {
        score: 70,
        defaulted: false,
        why: null,
        inputs: {
          source: facts.usage?.source ?? null,
          peak_bytes: facts.usage?.peak_bytes ?? null,
          limit_bytes: facts.usage?.limit_bytes ?? null,
          throttled_ms: facts.usage?.throttled_ms ?? null,
          agent_ms: facts.usage?.agent_ms ?? null,
          parts: { memory: { defaulted: false }, cpu: { defaulted: true } },
        },
      },
    },
    weights,
    weights_source: "default",
    weighted_sum: sum,
    provisional: true,
    counted: facts.counted,
  };
}

/** A competition that `careful` won with the work of this run. */
export function sampleCompetition(id: string, runId: string): Competition {
  const numbers = { runs: 1, blocked: 0, costUsd: 0.25, durationMs: 1_000 };
  return {
    id,
    base: { commit: "0".repeat(40), ref: "HEAD" },
    isDirty: false,
    rank: "scorecard",
    concurrency: 2,
    ranking: [
      { place: 1, agentName: "careful", passed: 1, scorecardTotal: 90, axisResult: 88.5, rule: 1, ...numbers },
      { place: 2, agentName: "quick", passed: 0, scorecardTotal: 40, axisResult: null, rule: null, ...numbers },
    ],
    winner: "careful",
    verdict: "TOO CLOSE",
    metric: "score",
    alpha: 0.05,
    differences: [],
    headline: "WINNER careful by 1 to 0 passed runs; too close to call against quick",
    branches: [],
    proposals: [{ scenarioKey: "cms/create", trial: 1, runId, branch: null, commit: null }],
  };
}
