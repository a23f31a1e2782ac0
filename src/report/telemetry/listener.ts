/** Listens to an evaluation and sends telemetry for each run executed in it, with its steps as they were recorded. */
import { type Cell, cellId } from "../../core/cell.ts";
import type { AxisEvent, OnEvent } from "../../core/run/event.ts";
import { toUuid } from "../../core/names/ids.ts";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { RunStep } from "../../core/run/run-step.ts";
import { sendCompetitionEvent } from "./finished-competition.ts";
import type { Telemetry } from "./open.ts";
import { toScoredEvent } from "./scored-run.ts";
import type { TracedRun } from "./traced-run.ts";

interface ListenerOptions {
  /** The workspace name used in events. */
  readonly workspace: string;
  /** The trace that the evaluation belongs to; null if it starts its own. */
  readonly traceparent: string | null;
  /** The competition that the runs belong to. */
  readonly competition?: string | undefined;
  readonly now: () => Date;
}

/** The steps of the newest attempt of a cell. */
interface RecordedSteps {
  readonly runId: string;
  readonly steps: RunStep[];
}

/**
 * A listener for `evaluate`. It never throws and never waits. Runs taken over from an earlier evaluation, or executed
 * remotely, have no steps here; others send their telemetry.
 */
export function createTelemetryListener(
  telemetry: Telemetry,
  { workspace, traceparent, competition, now }: ListenerOptions,
): OnEvent {
  const heard = new Map<string, RecordedSteps>();
  const stepsOf = (cell: Cell, runId: string): RunStep[] => {
    const known = heard.get(cellId(cell));
    if (known?.runId === runId) return known.steps;
    const fresh = { runId, steps: [] };
    heard.set(cellId(cell), fresh);
    return fresh.steps;
  };
  return (event: AxisEvent) => {
    if (event.type === "run-step") stepsOf(event.cell, event.runId).push(event.step);
    if (event.type === "report-end") sendCompetitionEvent(telemetry, event.report, workspace);
    if (event.type !== "result-end") return;
    const { cell, result } = event;
    const steps = stepsOf(cell, result.runId);
    heard.delete(cellId(cell));
    if (!steps.some(({ kind }) => kind === "scorecard")) return;
    exportTrace(telemetry, result, { steps, traceparent, endMs: now().getTime() });
    sendScoredEvent(telemetry, result, { steps, workspace, competition });
  };
}

function exportTrace(
  { tracing }: Telemetry,
  result: CellResult,
  { steps, traceparent, endMs }: Pick<TracedRun, "steps" | "traceparent" | "endMs">,
): void {
  const card = result.scorecard;
  tracing?.export({
    runId: result.runId,
    scenario: result.scenarioKey,
    agent: result.agentName,
    model: result.agentConfig.model ?? null,
    outcome: card?.axes.completion.inputs.outcome ?? null,
    score: card?.score ?? null,
    tier: card?.tier ?? null,
    startMs: Math.min(...steps.map(({ startMs }) => startMs)),
    endMs,
    ...(result.tokenUsage === undefined
      ? {}
      : { inputTokens: result.tokenUsage.input, outputTokens: result.tokenUsage.output }),
    traceparent,
    steps,
  });
}

/** A run without a scorecard was not scored, so there is nothing to send. */
function sendScoredEvent(
  { posthog }: Telemetry,
  result: CellResult,
  { steps, workspace, competition }: Pick<ListenerOptions, "workspace" | "competition"> & Pick<TracedRun, "steps">,
): void {
  const card = result.scorecard;
  const scored = steps.find(({ kind }) => kind === "scorecard");
  if (posthog === undefined || card === undefined || scored === undefined) return;
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
    repairLoops: steps.filter(({ kind, turn }) => kind === "agent.turn" && (turn ?? 0) > 0).length,
    costMicros: Number.isSafeInteger(cost) ? cost : null,
    competitionId: competition ?? null,
    scoredAt: new Date(scored.endMs),
  };
  posthog.send(toScoredEvent(run, toUuid(result.runId)));
}
