/** The writes of the scoring transaction: the run's ending, its score, its latency sample, and its last events. */
import { sql } from "kysely";
import { isRecord } from "../../../core/json.ts";
import { readFactsStatus } from "../../../core/report/run-status.ts";
import { toWholeMs } from "../../../core/run/latency-baseline.ts";
import type { RunFacts } from "../../../core/run/run-facts.ts";
import type { RunEnding } from "../../../core/run/run-row.ts";
import type { RunScorecard } from "../../../core/run/run-scorecard.ts";
import type { Database } from "../schema/database.ts";
import { toCardColumns } from "../schema/stored-card.ts";
import { toJsonColumn, toOptionalTextColumn } from "../text.ts";
import type { NewRunEvent } from "./run-events.ts";
import type { RunRow } from "./runs.ts";

/** The status that the run was given, else what its facts say. */
function toFinalStatus({ run_status }: RunEnding, facts: RunFacts) {
  return run_status ?? readFactsStatus(facts);
}

export interface RunEndingFacts {
  readonly run: RunRow;
  readonly facts: RunFacts;
  readonly ending: RunEnding;
}

/** Marks the run as finished and writes its facts and figures. */
export async function updateFinishedRun(transaction: Database, { run, facts, ending }: RunEndingFacts): Promise<void> {
  await transaction
    .updateTable("runs")
    .set({
      status: "finished",
      // A scorecard does not need an outcome, but a finished run does: without one, there was no usable output.
      outcome: facts.outcome ?? "FAILED",
      reason: facts.reason ?? "internal",
      counted: facts.counted,
      feeds_baseline: facts.feeds_baseline && run.feeds_baseline,
      finished_at: sql<Date>`now()`,
      wall_ms: toWholeMs(facts.wall_ms),
      cost_micros: ending.cost_micros ?? null,
      tokens: toOptionalJsonColumn(ending.tokens),
      changed_files: ending.changed_files ?? null,
      repair_loops: ending.repair_loops ?? 0,
      axis_result: ending.axis_result ?? null,
      run_status: toFinalStatus(ending, facts),
      ...toReasonColumns(ending),
      result_doc: toOptionalJsonColumn(ending.result_doc),
      facts: toJsonColumn(facts),
    })
    .where("id", "=", run.id)
    .execute();
}

/** A sentence may quote an agent, so it has a limit. */
const maxReasonLength = 2_000;

/** Why a run did not pass, and its dimensions. A run that ended without a report has only the error in its document. */
export function toReasonColumns({ why, dimensions, result_doc: document }: Partial<RunEnding>) {
  const error = isRecord(document) && typeof document["error"] === "string" ? document["error"] : null;
  const round = (points: number | null | undefined) => (typeof points === "number" ? Math.round(points) : null);
  return {
    why:
      toOptionalTextColumn(why ?? error)
        ?.slice(0, maxReasonLength)
        .toWellFormed() ?? null,
    goal: round(dimensions?.goalAchievement),
    environment: round(dimensions?.environment),
    service: round(dimensions?.service),
    agent_points: round(dimensions?.agent),
  };
}

/** The columns of a run that its score and its latency sample repeat. */
interface ScoredRun {
  readonly id: string;
  readonly workspace_id: string;
  readonly agent: string;
  readonly scenario_key: string;
}

/** Returns the number of the score, or undefined if the run already has one. */
export async function insertScore(
  transaction: Database,
  run: ScoredRun,
  {
    scoredAt,
    scoringMicros,
    ...card
  }: RunScorecard & { readonly scoredAt?: Date | undefined; readonly scoringMicros?: number },
): Promise<number | undefined> {
  const inserted = await transaction
    .insertInto("agent_run_scores")
    .values({
      ...toCardColumns(card),
      run_id: run.id,
      workspace_id: run.workspace_id,
      agent: run.agent,
      scenario_key: run.scenario_key,
      ...(scoredAt === undefined ? {} : { scored_at: scoredAt }),
      scoring_micros: scoringMicros ?? null,
    })
    .onConflict((conflict) => conflict.column("run_id").doNothing())
    .returning("score_seq")
    .executeTakeFirst();
  return inserted?.score_seq;
}

/** Adds the run to the latency baselines of its workspace and its scenario. */
export async function insertLatencySample(
  transaction: Database,
  run: ScoredRun,
  { wallMs, scoreSeq }: { wallMs: number; scoreSeq: number },
): Promise<void> {
  await transaction
    .insertInto("latency_samples")
    .values({
      run_id: run.id,
      workspace_id: run.workspace_id,
      scenario_key: run.scenario_key,
      wall_ms: wallMs,
      score_seq: scoreSeq,
    })
    .execute();
}

/** The telemetry that the scoring process sends itself; a server sends the rest. */
export interface TelemetryTargets {
  readonly posthog: boolean;
  readonly otel: boolean;
}

/** The events for live views and servers. */
export function toEndingEvents(
  run: RunRow,
  card: RunScorecard,
  { facts, ending, tells }: Omit<RunEndingFacts, "run"> & { readonly tells: TelemetryTargets },
): NewRunEvent[] {
  const to = { workspaceId: run.workspace_id, runId: run.id };
  const { score, tier, provisional } = card;
  const contest = run.competition_id;
  return [
    { ...to, type: "run.scored", data: { score, tier, provisional, told_by_scorer: tells } },
    {
      ...to,
      type: "run.finished",
      data: {
        outcome: facts.outcome,
        reason: facts.reason,
        agent: run.agent,
        run_status: toFinalStatus(ending, facts),
        axis_result: ending.axis_result ?? null,
      },
    },
    ...(contest === null
      ? []
      : [{ ...to, type: "competition.changed" as const, data: { competition: contest, state: "running" } }]),
  ];
}

function toOptionalJsonColumn(value: unknown): string | null {
  return value === null || value === undefined ? null : toJsonColumn(value);
}
