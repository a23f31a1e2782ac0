/** Response shapes for competitions: a row of the list, and one with how its entrants stand. */
import { z } from "@hono/zod-openapi";
import { CompetitionId } from "../../core/names/ids.ts";
import { type CompetitionPlace, CompetitionRank } from "../../core/report/competition.ts";
import type { ListedCompetition } from "../../store/sql/competitions.ts";
import { formatMoment, formatOptionalMoment, Moment, toMicros } from "./shared.ts";

const count = z.number().int().nonnegative();

export const CompetitionStateWord = z.enum(["running", "finished", "interrupted", "cancelled"]);

const entryFields = {
  id: CompetitionId,
  workspace: z.string(),
  state: CompetitionStateWord.openapi({
    description: "interrupted: the command that ran it stopped early, and can resume it",
  }),
  scenarios: z.array(z.string()),
  agents: z.array(z.string()),
  trials: count,
  base: z.strictObject({ commit: z.string(), ref: z.string() }).openapi({
    description: "The commit that every entrant started from, and how it was named",
  }),
  // Described enums are made here: those of core exist before zod can describe them.
  rank: z
    .enum(CompetitionRank.options)
    .openapi({ description: "What decides between entrants that passed equally often" }),
  created_at: Moment,
  finished_at: Moment.nullable(),
  report_id: z.string().nullable(),
  headline: z
    .string()
    .nullable()
    .openapi({ description: "Null, like winner and verdict, until the report is written" }),
  winner: z.string().nullable().openapi({ description: "Also null if no run passed" }),
  verdict: z.enum(["PROVEN", "TOO CLOSE"]).nullable(),
  runs: z.strictObject({ planned: count, finished: count, running: count, passed: count }),
};

export const CompetitionEntry = z.strictObject(entryFields).openapi("CompetitionEntry");

const Place = z
  .strictObject({
    place: z.number().int(),
    agent: z.string(),
    runs: count.openapi({ description: "Planned runs" }),
    passed: count,
    blocked: count,
    scorecard_total: z.number(),
    axis_result: z.number().nullable(),
    cost_micros: count.nullable().openapi({ description: "Of all runs; null if the cost of one of them is unknown" }),
    duration_ms: z.number().nullable(),
    rule: z.number().int().nullable().openapi({
      description: "The number of the rule that puts it ahead of the next place; null for the last one",
    }),
  })
  .openapi("CompetitionPlace");

export const CompetitionDocument = z
  .strictObject({
    ...entryFields,
    standing: z.array(Place).openapi({ description: "Best first; while it runs, by the runs that have ended" }),
    competition: z.record(z.string(), z.unknown()).nullable().openapi({
      description: "As the report has it; axis schema report describes it. Null until the report is written",
    }),
  })
  .openapi("Competition");

export function toCompetitionEntry(row: ListedCompetition, workspace: string): z.infer<typeof CompetitionEntry> {
  const { id, scenarios, agents, trials, rank, report_id, headline, winner, verdict } = row;
  return {
    id,
    workspace,
    state: row.status,
    scenarios: [...scenarios],
    agents: [...agents],
    trials,
    base: { commit: row.base_commit, ref: row.base_ref },
    rank,
    created_at: formatMoment(row.created_at),
    finished_at: formatOptionalMoment(row.finished_at),
    report_id,
    headline,
    winner,
    verdict,
    runs: {
      planned: row.planned_runs,
      finished: row.ended_runs,
      running: row.running_runs,
      passed: row.passed_runs,
    },
  };
}

export function toPlace({ agentName, scorecardTotal, axisResult, costUsd, durationMs, ...place }: CompetitionPlace) {
  return {
    place: place.place,
    agent: agentName,
    runs: place.runs,
    passed: place.passed,
    blocked: place.blocked,
    scorecard_total: scorecardTotal,
    axis_result: axisResult,
    cost_micros: toMicros(costUsd),
    duration_ms: durationMs,
    rule: place.rule,
  };
}
