/** A run that lies in the store, as it is told: the same words, whoever tells it, so that telling it twice counts once. */
import { uuidOfId } from "../core/names/ids.ts";
import type { RunStep } from "../core/run/run-step.ts";
import type { RunRow } from "../store/sql/runs/runs.ts";
import type { ScoreRow } from "../store/sql/runs/scores.ts";
import { cardOf } from "../store/sql/schema/stored-card.ts";
import { type PosthogEvent, scoredEvent } from "./scored-run.ts";
import type { TracedRun } from "./traced-run.ts";

/** A run and its score. */
export interface StoredRun {
  readonly run: RunRow;
  readonly score: ScoreRow;
  /** How the workspace is called in events; default: its id. */
  readonly workspace?: string | undefined;
}

export function eventOfStored({ run, score, workspace }: StoredRun): PosthogEvent {
  const scored = {
    runId: run.id,
    workspaceId: workspace ?? run.workspace_id,
    scenario: run.scenario_key,
    agent: run.agent,
    model: run.model,
    outcome: run.outcome,
    reason: run.reason,
    card: cardOf(score),
    wallMs: run.wall_ms,
    repairLoops: run.repair_loops,
    costMicros: run.cost_micros,
    competitionId: run.competition_id,
    scoredAt: score.scored_at,
  };
  return scoredEvent(scored, uuidOfId(run.id));
}

/** Without steps, the run as a whole: when they began is known only where it was carried out. Null where nobody knows any time. */
export function tracedOfStored(stored: StoredRun, steps: readonly RunStep[]): TracedRun | null {
  const { run, score } = stored;
  const times = timesOf(stored, steps);
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

/** Steps were timed by one clock, and that of the database is another: they are not mixed. */
function timesOf({ run, score }: StoredRun, steps: readonly RunStep[]): Pick<TracedRun, "startMs" | "endMs"> | null {
  if (steps.length > 0)
    return {
      startMs: Math.min(...steps.map(({ startMs }) => startMs)),
      endMs: Math.max(...steps.map(({ endMs }) => endMs)),
    };
  if (run.started_at === null) return null;
  return { startMs: run.started_at.getTime(), endMs: (run.finished_at ?? score.scored_at).getTime() };
}
