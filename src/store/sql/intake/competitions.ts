/** Adds the competition of a report to the index. */
import { CompetitionId } from "../../../core/names/ids.ts";
import type { Report } from "../../../core/report.ts";
import { putCompetition, type StoredCompetition } from "../competitions.ts";
import type { Database } from "../schema/database.ts";
import { parseMoment } from "./run-with-card.ts";

/** Call it after the runs of the report were added, so that they name their competition. */
export async function putReportCompetition(database: Database, workspaceId: string, report: Report): Promise<void> {
  const competition = describeCompetition(workspaceId, report);
  if (competition !== null)
    await database.transaction().execute((transaction) => putCompetition(transaction, competition));
}

const states = { complete: "finished", aborted: "interrupted", running: "running" } as const;
const commitPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Null without a competition, and for one that the database would refuse. */
function describeCompetition(workspaceId: string, report: Report): StoredCompetition | null {
  const { competition: result, reportId, results, state, summary, timestamp, durationMs } = report;
  if (result === undefined || !CompetitionId.safeParse(result.id).success) return null;
  if (!commitPattern.test(result.base.commit)) return null;
  const { id, base, rank, concurrency, ranking } = result;
  const createdAt = parseMoment(timestamp) ?? new Date(0);
  return {
    id,
    workspaceId,
    state: states[state],
    base,
    rank,
    concurrency: Math.max(1, concurrency),
    reportId,
    result,
    createdAt,
    scenarios: [...new Set(results.map(({ scenarioKey }) => scenarioKey))],
    agents: ranking.map(({ agentName }) => agentName).toSorted(),
    trials: Math.max(1, ...results.map(({ trials }) => trials?.length ?? 1)),
    plannedRuns: Object.values(summary.statuses.runs).reduce((sum, runs) => sum + runs, 0),
    finishedAt: state === "running" ? null : new Date(createdAt.getTime() + (durationMs ?? 0)),
  };
}
