/** A scored run as sent by telemetry: numbers and names, nothing an agent wrote, no file names. */
import type { RunScorecard } from "../../core/run/run-scorecard.ts";

interface ScoredRun {
  readonly runId: string;
  readonly workspaceId: string;
  readonly scenario: string;
  readonly agent: string;
  readonly model: string | null;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly card: RunScorecard;
  readonly wallMs: number | null;
  /** Null if unknown. */
  readonly repairLoops: number | null;
  /** Millionths of a US dollar; null if unknown. */
  readonly costMicros: number | null;
  readonly competitionId: string | null;
  readonly scoredAt: Date;
}

/** One event in the format of PostHog's batch endpoint. */
export interface PosthogEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  /** The same for every send of the same event, so that it counts once. */
  readonly uuid: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

const axisNames = ["completion", "error_rate", "latency", "resource_efficiency"] as const;

/** Builds the event `agent.run.scored`. `uuid` holds the 128 bits of the run id. */
export function toScoredEvent(run: ScoredRun, uuid: string): PosthogEvent {
  const { card } = run;
  const axes = Object.fromEntries(axisNames.map((name) => [name, card.axes[name].score]));
  return {
    event: "agent.run.scored",
    distinct_id: `axis:${run.workspaceId}`,
    timestamp: run.scoredAt.toISOString(),
    uuid,
    properties: {
      $process_person_profile: false,
      run_id: run.runId,
      workspace_id: run.workspaceId,
      scenario: truncateName(run.scenario),
      agent: truncateName(run.agent),
      model: run.model === null ? null : truncateName(run.model),
      outcome: run.outcome,
      reason: run.reason,
      score: card.score,
      tier: card.tier,
      formula_version: card.formula_version,
      axes,
      ...Object.fromEntries(axisNames.map((name) => [`axis_${name}`, card.axes[name].score])),
      defaulted_axes: axisNames.filter((name) => card.axes[name].defaulted),
      weights: card.weights,
      weights_source: card.weights_source,
      provisional: card.provisional,
      counted: card.counted,
      wall_ms: run.wallMs,
      repair_loops: run.repairLoops,
      cost_micros: run.costMicros,
      competition_id: run.competitionId,
      scored_at: run.scoredAt.toISOString(),
    },
  };
}

const maxTextLength = 500;

/** Names come from configs and requests, so they are limited to a length and to well-formed characters. */
export function truncateName(text: string): string {
  return text.slice(0, maxTextLength).toWellFormed();
}
