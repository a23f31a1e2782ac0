/** What rows and heads say about a competition of the server. */
import { formatCount } from "../../../../src/core/format-count.ts";
import type { CompetitionPlace } from "../../../../src/core/report/competition.ts";
import { describeOutcome } from "../../../../src/report/competition/competition-words.ts";
import type { CompetitionEntry, CompetitionStanding } from "../api/answers.ts";

/** The winner once it is known; until then how far it is. */
export function describeState({ state, headline, winner, runs }: CompetitionEntry): {
  readonly word: string;
  readonly sentence: string;
} {
  if (headline !== null) return describeOutcome({ headline, winner });
  return { word: state, sentence: describeRuns(runs) };
}

/** `4 of 12 runs finished, 3 passed`. */
export function describeRuns({ planned, finished, running, passed }: CompetitionEntry["runs"]): string {
  const now = running === 0 ? "" : `, ${running} running`;
  return `${finished} of ${formatCount(planned, "run")} finished, ${passed} passed${now}`;
}

/** `2 scenarios × 3 agents × 4 trials`. */
export function describeSize({ scenarios, agents, trials }: CompetitionEntry): string {
  return [
    formatCount(scenarios.length, "scenario"),
    formatCount(agents.length, "agent"),
    formatCount(trials, "trial"),
  ].join(" × ");
}

/** A place as the report has it. */
export function toPlace(standing: CompetitionStanding): CompetitionPlace {
  const { agent, scorecard_total, axis_result, cost_micros, duration_ms, ...same } = standing;
  return {
    ...same,
    agentName: agent,
    scorecardTotal: scorecard_total,
    axisResult: axis_result,
    costUsd: cost_micros === null ? null : cost_micros / 1_000_000,
    durationMs: duration_ms,
  };
}
