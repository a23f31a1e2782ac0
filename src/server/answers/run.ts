/** Response shapes for runs: a row of the list, and one run with its stages. */
import { z } from "@hono/zod-openapi";
import { RunStatus as EndedStatus } from "../../core/report/run-status.ts";
import { RunOutcome } from "../../core/run/run-facts.ts";
import { RunStatus } from "../../core/run/run-row.ts";
import { CardTier } from "../../core/run/run-scorecard.ts";
import { StageExecution } from "../../core/run/run-stage.ts";
import type { RunStage } from "../../core/run/run-stage.ts";
import type { ListedRun } from "../../store/sql/runs/run-list.ts";
import type { RunRow } from "../../store/sql/runs/runs.ts";
import { Moment, formatMoment, formatOptionalMoment } from "./shared.ts";
import { ScoreAnswer } from "./score.ts";

const count = z.number().int().nonnegative();

export const StatusWord = z.enum(["queued", "running", ...EndedStatus.options]);

const summaryFields = {
  id: z.string(),
  workspace: z.string(),
  scenario: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  trial: z.number().int(),
  report_id: z.string().nullable(),
  competition_id: z.string().nullable(),
  // Described enums are made here: those of core exist before zod can describe them.
  status: z.enum(RunStatus.options).openapi({ description: "The state of the run in the queue" }),
  run_status: StatusWord.nullable().openapi({
    description:
      "The status of the run, decided as in reports: passed, failed, error, not run or unscored; queued or running while it is open. Null for an old run whose stored facts do not decide it",
  }),
  outcome: z.enum(RunOutcome.options).nullable().openapi({ description: "The outcome in the scorecard" }),
  reason: z.string().nullable(),
  why: z.string().nullable().openapi({
    description:
      "Why the run did not pass, in a sentence that may quote a check or an agent; null if it passed or is open",
  }),
  counted: z.boolean(),
  attempt: count,
  queued_at: Moment,
  started_at: Moment.nullable(),
  finished_at: Moment.nullable(),
  wall_ms: count.nullable(),
  cost_micros: count.nullable().openapi({ description: "Millionths of a US dollar; null if unknown" }),
  axis_result: count.nullable().openapi({ description: "The AXIS Result, 0 to 100; null if there is none" }),
  repair_loops: count,
};

export const RunSummary = z
  .strictObject({
    ...summaryFields,
    score: count.nullable().openapi({ description: "The scorecard, 0 to 100" }),
    tier: z.enum([...CardTier.options, "Unranked"]),
  })
  .openapi("RunSummary");

const Stage = z.strictObject({
  kind: z.enum(["setup", "agent", "gate", "check"]),
  name: z.string(),
  counts: z.boolean(),
  executions: count,
  first_passed: z.boolean().nullable(),
  passed: z.boolean().nullable(),
  repair_loops: count,
  position: count,
  runs: z.array(StageExecution),
});

export const RunDocument = z
  .strictObject({
    ...summaryFields,
    priority: z.number().int(),
    cancel_requested_at: Moment.nullable(),
    lost_cost_micros: count,
    tokens: z.record(z.string(), z.unknown()).nullable(),
    changed_files: count.nullable(),
    axis_result_document: z
      .unknown()
      .openapi({ description: "The judged result without its audits, which are in the detail; null if there is none" }),
    score: ScoreAnswer.nullable(),
    stages: z.array(Stage),
    links: z.record(z.string(), z.string()),
  })
  .openapi("Run");

type CommonRunRow = Pick<RunRow, Exclude<keyof RunRow, "facts"> & keyof ListedRun>;

function toSummaryFields(row: CommonRunRow, workspace: string) {
  return {
    id: row.id,
    workspace,
    scenario: row.scenario_key,
    agent: row.agent,
    model: row.model,
    trial: row.trial,
    report_id: row.report_id,
    competition_id: row.competition_id,
    status: row.status,
    run_status: row.status === "queued" || row.status === "running" ? row.status : row.run_status,
    outcome: row.outcome,
    reason: row.reason,
    why: row.why,
    counted: row.counted,
    attempt: row.attempt,
    queued_at: formatMoment(row.queued_at),
    started_at: formatOptionalMoment(row.started_at),
    finished_at: formatOptionalMoment(row.finished_at),
    wall_ms: row.wall_ms,
    cost_micros: row.cost_micros,
    axis_result: row.axis_result,
    repair_loops: row.repair_loops,
  };
}

export function toRunSummary(row: ListedRun, workspace: string): z.infer<typeof RunSummary> {
  return { ...toSummaryFields(row, workspace), score: row.score, tier: row.tier ?? "Unranked" };
}

export interface RunParts {
  readonly row: RunRow;
  readonly workspace: string;
  readonly stages: readonly RunStage[];
  readonly score: z.infer<typeof ScoreAnswer> | null;
  /** Whether a recorded detail exists that a page can show. */
  readonly hasPage: boolean;
}

/** One run in full, except its transcript. */
export function toRunDocument({ row, workspace, stages, score, hasPage }: RunParts): z.infer<typeof RunDocument> {
  const self = `/v1/runs/${row.id}`;
  return {
    ...toSummaryFields(row, workspace),
    priority: row.priority,
    cancel_requested_at: formatOptionalMoment(row.cancel_requested_at),
    lost_cost_micros: row.lost_cost_micros,
    tokens: row.tokens,
    changed_files: row.changed_files,
    axis_result_document: row.result_doc ?? null,
    score,
    stages: [...stages],
    links: {
      self,
      score: `${self}/score`,
      scorecard: `${self}/scorecard`,
      transcript: `${self}/transcript`,
      artifacts: `${self}/artifacts`,
      patch: `${self}/patch`,
      raw: `${self}/raw`,
      ...(hasPage ? { page: `${self}/page` } : {}),
      ...(row.report_id === null ? {} : { report: `/v1/reports/${encodeURIComponent(row.report_id)}` }),
    },
  };
}
