/** How a report is described in lists. */
import { z } from "@hono/zod-openapi";
import { CompetitionOutcome } from "../../core/report/competition.ts";
import { ReportHead } from "../../core/report/report-head.ts";
import { StatusCounts } from "../../core/report/run-status.ts";
import type { StoredDocument } from "../../store/sql/files/documents.ts";
import { formatMoment, Moment, toMicros } from "./shared.ts";

const number = z.number().nullable();
const micros = z.number().int().nullable();

const ReportAgent = z
  .strictObject({
    name: z.string(),
    axis_result: number,
    lower: number,
    upper: number,
    passed: z.number().int(),
    counted: z.number().int(),
  })
  .openapi("ReportAgent");

export const ReportEntry = z
  .strictObject({
    id: z.string(),
    workspace: z.string(),
    title: z.string().nullable(),
    summary: z.record(z.string(), z.unknown()),
    created_at: Moment,
    state: z.enum(["running", "complete", "aborted"]).nullable().openapi({
      description:
        "aborted: stopped or interrupted. Null, like all fields below, for a report that was indexed by an older version",
    }),
    verdict: z.enum(["PASS", "FAIL", "INCOMPLETE", "MEASURED"]).nullable().openapi({
      description: "Null while the report is running",
    }),
    sentence: z.string().nullable().openapi({ description: "The facts behind the verdict" }),
    competition: z
      .strictObject({
        word: z.enum(CompetitionOutcome.shape.word.options),
        winner: z.string().nullable(),
        sentence: z.string(),
      })
      .nullable()
      .openapi({ description: "What lists say of a competition in place of the verdict; null for other reports" }),
    axis_result: number.openapi({ description: "The mean over the results that have a number, unrounded" }),
    interval: z
      .strictObject({ lower: z.number(), upper: z.number(), scope: z.enum(["suite", "population"]) })
      .nullable()
      .openapi({ description: "The 95 % interval of that mean" }),
    run_statuses: StatusCounts.nullable().openapi({
      description: "Runs by status; those that wait or run are not run",
    }),
    result_statuses: StatusCounts.nullable(),
    scenarios: z.number().int().nullable(),
    agents: z.array(ReportAgent).openapi({ description: "Best first" }),
    cost_micros: micros.openapi({ description: "Agents and judges; null if the cost of something is unknown" }),
    known_cost_micros: micros.openapi({ description: "The known part of the cost" }),
    budget_micros: micros,
    duration_ms: number,
    fix_count: z.number().int().nullable().openapi({
      description: "How many causes of lost points were found; null if nobody looked for them",
    }),
    revision: z
      .strictObject({ commit: z.string(), branch: z.string().nullable(), pull_request: z.number().int().nullable() })
      .nullable()
      .openapi({ description: "The commit of the project" }),
    scripted: z.boolean().openapi({ description: "A rehearsal: a script answered instead of models" }),
    rescored_from: z.string().nullable(),
  })
  .openapi("ReportEntry");
export type ReportEntry = z.infer<typeof ReportEntry>;

/** What the index knows of the report; null if an older version indexed it. */
export function readHead({ summary }: Pick<StoredDocument, "summary">): ReportHead | null {
  return ReportHead.safeParse(summary["head"]).data ?? null;
}

export function toReportEntry(document: StoredDocument, workspace: string): ReportEntry {
  const { head: _head, ...summary } = document.summary;
  const head = readHead(document);
  return {
    id: document.id,
    workspace,
    title: document.title,
    summary,
    created_at: formatMoment(document.created_at),
    ...(head === null ? unknownFields : toHeadFields(head)),
  };
}

type HeadFields = Omit<ReportEntry, "id" | "workspace" | "title" | "summary" | "created_at">;

const unknownFields: HeadFields = {
  state: null,
  verdict: null,
  sentence: null,
  competition: null,
  axis_result: null,
  interval: null,
  run_statuses: null,
  result_statuses: null,
  scenarios: null,
  agents: [],
  cost_micros: null,
  known_cost_micros: null,
  budget_micros: null,
  duration_ms: null,
  fix_count: null,
  revision: null,
  scripted: false,
  rescored_from: null,
};

function toHeadFields(head: ReportHead): HeadFields {
  const { revision } = head;
  return {
    state: head.state,
    verdict: head.verdict?.verdict ?? null,
    sentence: head.verdict?.sentence ?? null,
    competition: head.competition ?? null,
    axis_result: head.axisResult,
    interval: head.interval,
    run_statuses: head.statuses.runs,
    result_statuses: head.statuses.results,
    scenarios: head.scenarios,
    agents: head.agents.map(({ axisResult, ...agent }) => ({ ...agent, axis_result: axisResult })),
    cost_micros: toMicros(head.costUsd),
    known_cost_micros: toMicros(head.knownCostUsd),
    budget_micros: toMicros(head.budgetUsd),
    duration_ms: head.durationMs,
    fix_count: head.fixCount,
    revision: revision && {
      commit: revision.commit,
      branch: revision.branch,
      pull_request: revision.pullRequest,
    },
    scripted: head.isScripted,
    rescored_from: head.rescoredFrom,
  };
}
