/** Inserts a run from a report, with its scorecard, as rows. Nothing is recomputed. */
import { createHash } from "node:crypto";
import { type ExpressionBuilder, sql } from "kysely";
import { RunId } from "../../../core/names/ids.ts";
import { canonicalJson } from "../../../core/json.ts";
import type { RunDetail } from "../../../core/report/run-detail.ts";
import { pickDimensions } from "../../../core/report/baseline.ts";
import { readStatus } from "../../../core/report/failure-reason.ts";
import { isLatencySample, toWholeMs } from "../../../core/run/latency-baseline.ts";
import { RunOutcome } from "../../../core/run/run-facts.ts";
import type { RunScorecard } from "../../../core/run/run-scorecard.ts";
import { insertLatencySample, insertScore, toReasonColumns } from "../runs/run-ending.ts";
import type { Database, Tables } from "../schema/database.ts";
import { toJsonColumn, toOptionalTextColumn, toTextColumn } from "../text.ts";
import type { ScoringMoments } from "./scoring-moments.ts";

export interface RunWithCard {
  readonly card: RunScorecard;
  readonly detail: RunDetail;
  readonly reportId: string;
  readonly scoredAt: Date;
  readonly feedsBaseline: boolean;
}

/** Null for a run without a scorecard, or with the scorecard of another run. */
export function toRunWithCard(detail: RunDetail, reportId: string, moments: ScoringMoments): RunWithCard | null {
  const { scorecard: card, runId } = detail;
  if (card === undefined || card.run_id !== runId || !RunId.safeParse(runId).success) return null;
  const moment = moments.get(runId);
  // A run without a date comes first, so that it never pushes a dated run out of the window for the usual time.
  const scoredAt = moment?.scoredAt ?? parseMoment(detail.output.metadata.endTime) ?? new Date(0);
  return { card, detail, reportId, scoredAt, feedsBaseline: moment?.feedsBaseline ?? true };
}

/** Inserts the run, its score and its sample. Returns false if the run already exists. */
export async function insertRunWithCard(
  transaction: Database,
  workspaceId: string,
  run: RunWithCard,
): Promise<boolean> {
  const row = toFinishedRow(workspaceId, run);
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("runs")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) {
    await fillRow(transaction, row);
    return false;
  }
  const scoreSeq = await insertScore(transaction, row, { ...run.card, scoredAt: run.scoredAt });
  if (scoreSeq !== undefined && isLatencySample(row))
    await insertLatencySample(transaction, row, { wallMs: row.wall_ms, scoreSeq });
  return true;
}

/** A row of an older version may lack the status, the reason and the dimensions that its report knows. */
async function fillRow(transaction: Database, row: ReturnType<typeof toFinishedRow>): Promise<void> {
  const { id, run_status, why, judged, goal, environment, service, agent_points } = row;
  await transaction
    .updateTable("runs")
    .set({
      run_status: sql`coalesce(run_status, ${run_status})`,
      why,
      judged,
      goal,
      environment,
      service,
      agent_points,
    })
    .where("id", "=", id)
    .where("status", "=", "finished")
    .where(lacksColumns)
    .execute();
}

/** A finished row that an older version stored with less than its report knows. */
export function lacksColumns(is: ExpressionBuilder<Tables, "runs">) {
  const lacksDimensions = is.and([is("axis_result", "is not", null), is("goal", "is", null)]);
  return is.or([is("run_status", "is", null), lacksDimensions]);
}

function toFinishedRow(workspaceId: string, { card, detail, reportId, scoredAt, feedsBaseline }: RunWithCard) {
  const { outcome, reason } = card.axes.completion.inputs;
  const { startTime, endTime } = detail.output.metadata;
  const { status, why } = readStatus(detail);
  return {
    id: detail.runId,
    workspace_id: workspaceId,
    scenario_key: toTextColumn(detail.scenarioKey),
    scenario_hash: hashScenario(detail),
    agent: toTextColumn(detail.agentName),
    model: toOptionalTextColumn(detail.agentConfig.model),
    trial: detail.trial,
    report_id: toTextColumn(reportId),
    status: "finished" as const,
    outcome: RunOutcome.safeParse(outcome).data ?? "FAILED",
    reason: toOptionalTextColumn(reason),
    counted: card.counted,
    feeds_baseline: feedsBaseline,
    attempt: detail.attempt ?? 1,
    queued_at: parseMoment(startTime) ?? scoredAt,
    started_at: parseMoment(startTime),
    finished_at: parseMoment(endTime) ?? scoredAt,
    wall_ms: toWholeMs(card.axes.latency.inputs.wall_ms),
    cost_micros: nullIfOutside(Math.round((detail.totalCostUsd ?? Number.NaN) * 1_000_000), Number.MAX_SAFE_INTEGER),
    tokens: detail.tokenUsage === undefined ? null : toJsonColumn(detail.tokenUsage),
    axis_result: nullIfOutside(Math.round(detail.score?.axisScore ?? Number.NaN), 100),
    run_status: status,
    judged: toJudgedColumn(detail),
    ...toReasonColumns({ why, dimensions: detail.score === undefined ? null : pickDimensions(detail.score) }),
  };
}

/** The parts of the result that people review; null for a run without a result. */
function toJudgedColumn({ score }: RunDetail): string | null {
  if (score === undefined) return null;
  const { goalAchievement, judging, agent } = score;
  return toJsonColumn({ goal: goalAchievement, judging, necessity: agent.necessity });
}

/** A hash of the run's task, so that runs of a changed scenario can be distinguished. Which steps are services is no task. */
function hashScenario({
  scenarioKey,
  prompt,
  judge,
  resolvedConfig: { services: _services, ...task },
}: RunDetail): string {
  const hashed = canonicalJson({ scenarioKey, prompt, judge, resolvedConfig: task });
  return createHash("sha256").update(hashed).digest("hex");
}

/** Returns a number that the table accepts; null for any other. */
function nullIfOutside(number: number, most: number): number | null {
  return number >= 0 && number <= most ? number : null;
}

/** Null if the text is not a date. */
export function parseMoment(text: string | null): Date | null {
  const moment = new Date(text ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
