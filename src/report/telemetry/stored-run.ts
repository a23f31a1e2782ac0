/** Telemetry for a stored run: every sender produces the same event, so that a run sent twice counts once. */
import { toUuid } from "../../core/names/ids.ts";
import type { RunStep } from "../../core/run/run-step.ts";
import type { RunRow } from "../../store/sql/runs/runs.ts";
import type { ScoreRow } from "../../store/sql/runs/scores.ts";
import { toScorecard } from "../../store/sql/schema/stored-card.ts";
import { type PosthogEvent, toScoredEvent } from "./scored-run.ts";
import type { TracedRun } from "./traced-run.ts";

/** A run and its score. */
export interface StoredRun {
  readonly run: RunRow;
  readonly score: ScoreRow;
  /** The workspace name used in events; default: its id. */
  readonly workspace?: string | undefined;
}

export function toStoredRunEvent({ run, score, workspace }: StoredRun): PosthogEvent {
  const scored = {
    runId: run.id,
    workspaceId: workspace ?? run.workspace_id,
    scenario: run.scenario_key,
    agent: run.agent,
    model: run.model,
    outcome: run.outcome,
    reason: run.reason,
    card: toScorecard(score),
    wallMs: run.wall_ms,
    repairLoops: run.repair_loops,
    costMicros: run.cost_micros,
    competitionId: run.competition_id,
    scoredAt: score.scored_at,
  };
  return toScoredEvent(scored, toUuid(run.id));
}

/** Without steps it covers the whole run: step times are known only where the run was executed. Null if no time is known. */
export function toTracedRun(stored: StoredRun, steps: readonly RunStep[]): TracedRun | null {
  const { run, score } = stored;
  const times = readRunTimes(stored, steps);
  if (times === null) return null;
  const count = (name: string) => (typeof run.tokens?.[name] === "number" ? (run.tokens[name] as number) : undefined);
  const [input, output] = [count("input"), count("output")];
  return {
    runId: run.id,
    scenario: run.scenario_key,
    agent: run.agent,
    model: run.model,
    outcome: run.outcome,
    score: score.score,
    tier: score.tier,
    ...times,
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    traceparent: run.trace_context,
    steps,
  };
}

/** Step times and database times come from different clocks, so they are not mixed. */
function readRunTimes({ run, score }: StoredRun, steps: readonly RunStep[]) {
  if (steps.length > 0)
    return {
      startMs: Math.min(...steps.map(({ startMs }) => startMs)),
      endMs: Math.max(...steps.map(({ endMs }) => endMs)),
    };
  if (run.started_at === null) return null;
  return { startMs: run.started_at.getTime(), endMs: (run.finished_at ?? score.scored_at).getTime() };
}
