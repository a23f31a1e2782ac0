/** Hears the events of an evaluation and tells of each run when it is over, with the times as they were heard. */
import { type Cell, cellId } from "../core/cell.ts";
import type { AxisEvent, JobState, OnEvent } from "../core/event.ts";
import type { CellResult } from "../core/report.ts";
import { uuidOfId } from "../core/ids.ts";
import type { Telemetry } from "./open.ts";
import { scoredEvent } from "./scored-run.ts";
import type { TracedStep } from "./traced-run.ts";

export interface ListenerWorld {
  /** What the runs belong to, as events name it. */
  readonly workspace: string;
  readonly now: () => Date;
}

/** When a run came to each of its states, and when it ended. */
interface Times {
  readonly states: Map<JobState, number>;
  endMs?: number;
}

/** A listener for `evaluate`. It never throws and never waits. */
export function telemetryListener(telemetry: Telemetry, { workspace, now }: ListenerWorld): OnEvent {
  const times = new Map<string, Times>();
  const timesOf = (cell: Cell): Times => {
    const known = times.get(cellId(cell)) ?? { states: new Map() };
    times.set(cellId(cell), known);
    return known;
  };
  return (event: AxisEvent) => {
    const nowMs = now().getTime();
    if (event.type === "run-state") {
      const { states } = timesOf(event.cell);
      if (!states.has(event.state)) states.set(event.state, nowMs);
    } else if (event.type === "run-end") timesOf(event.cell).endMs = nowMs;
    else if (event.type === "result-end") {
      trace(telemetry, event.result, { times: timesOf(event.cell), nowMs });
      times.delete(cellId(event.cell));
      tell(telemetry, event.result, { workspace, now: new Date(nowMs) });
    }
  };
}

/** A run that was taken over from before has no times, and no spans. */
function trace({ tracing }: Telemetry, result: CellResult, { times, nowMs }: { times: Times; nowMs: number }): void {
  const startMs = Math.min(...times.states.values());
  if (tracing === undefined || times.endMs === undefined) return;
  const card = result.scorecard;
  tracing.export({
    runId: result.runId,
    scenario: result.scenarioKey,
    agent: result.agentName,
    model: result.agentConfig.model ?? null,
    outcome: card?.axes.completion.inputs.outcome ?? null,
    score: card?.score ?? null,
    tier: card?.tier ?? null,
    startMs,
    endMs: nowMs,
    ...(result.tokenUsage === undefined
      ? {}
      : { inputTokens: result.tokenUsage.input, outputTokens: result.tokenUsage.output }),
    traceparent: null,
    steps: stepsOf(result, { ...times, endMs: times.endMs }, nowMs),
  });
}

function stepsOf(result: CellResult, { states, endMs }: Times & { endMs: number }, nowMs: number): TracedStep[] {
  const steps: TracedStep[] = [];
  const [setup, started, scoring] = [
    states.get("setup"),
    states.get("starting") ?? states.get("running"),
    states.get("scoring"),
  ];
  if (setup !== undefined)
    steps.push({ kind: "setup", startMs: setup, endMs: started ?? endMs, ok: started !== undefined });
  if (started !== undefined)
    steps.push({ kind: "agent.turn", startMs: started, endMs, ok: result.outcome.status === "completed", turn: 0 });
  const judged = scoring === undefined ? undefined : (states.get("teardown") ?? nowMs);
  if (scoring !== undefined && judged !== undefined)
    steps.push({ kind: "judge", startMs: scoring, endMs: judged, ok: result.score?.axisScore != null });
  return steps;
}

/** Runs without a card were not scored, so there is nothing to tell. */
function tell({ posthog }: Telemetry, result: CellResult, { workspace, now }: { workspace: string; now: Date }): void {
  const card = result.scorecard;
  if (posthog === undefined || card === undefined) return;
  const { outcome, reason } = card.axes.completion.inputs;
  const cost = Math.round((result.totalCostUsd ?? Number.NaN) * 1_000_000);
  const run = {
    runId: result.runId,
    workspaceId: workspace,
    scenario: result.scenarioKey,
    agent: result.agentName,
    model: result.agentConfig.model ?? null,
    outcome,
    reason,
    card,
    wallMs: card.axes.latency.inputs.wall_ms,
    repairLoops: null,
    costMicros: Number.isSafeInteger(cost) ? cost : null,
    competitionId: null,
    scoredAt: now,
  };
  posthog.send(scoredEvent(run, uuidOfId(result.runId)));
}
