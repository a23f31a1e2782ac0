/** A finished competition as sent by telemetry: who took part, who won and what that proves; nothing an agent wrote. */
import { toUuid } from "../../core/names/ids.ts";
import type { Report } from "../../core/report.ts";
import type { Telemetry } from "./open.ts";
import { type PosthogEvent, truncateName } from "./scored-run.ts";

/** Sends the event of a report with a finished competition; returns at once. */
export function sendCompetitionEvent({ posthog }: Telemetry, report: Report, workspace: string): void {
  const finished = toCompetitionEvent(report, workspace);
  if (finished !== null) posthog?.send(finished);
}

/** Builds the event `agent.competition.finished`; null for a report that is not of a finished competition. */
function toCompetitionEvent(
  { competition, state, results, timestamp, durationMs }: Report,
  workspace: string,
): PosthogEvent | null {
  if (competition === undefined || state !== "complete") return null;
  const { id, ranking, winner, verdict, rank } = competition;
  const costs = ranking.map(({ costUsd }) => (costUsd === null ? null : Math.round(costUsd * 1_000_000)));
  const known = costs.filter((cost) => cost !== null);
  const finishedAt = new Date(new Date(timestamp).getTime() + (durationMs ?? 0)).toISOString();
  return {
    event: "agent.competition.finished",
    distinct_id: `axis:${workspace}`,
    timestamp: finishedAt,
    uuid: toUuid(id),
    properties: {
      $process_person_profile: false,
      competition_id: id,
      workspace_id: workspace,
      scenarios: new Set(results.map(({ scenarioKey }) => scenarioKey)).size,
      agents: ranking.map(({ agentName }) => truncateName(agentName)),
      runs: ranking.reduce((sum, { runs }) => sum + runs, 0),
      passed: ranking.reduce((sum, { passed }) => sum + passed, 0),
      rank,
      winner: winner === null ? null : truncateName(winner),
      verdict,
      cost_micros: known.length < costs.length ? null : known.reduce((sum, cost) => sum + cost, 0),
      finished_at: finishedAt,
    },
  };
}
