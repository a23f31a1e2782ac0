/** The words for a competition: its first line, and why each place is ahead of the next. */
import { formatCount } from "../../core/format-count.ts";
import type {
  Competition,
  CompetitionDifference,
  CompetitionOutcome,
  CompetitionPlace,
} from "../../core/report/competition.ts";
import { terminalLine } from "../text/terminal-safe.ts";

const noWinner = "No run passed, so there is no work to propose";

/** `WINNER a, proven`, `WINNER a by scorecard 91 to 90; too close to call against b`, or `NO WINNER`. */
export function writeHeadline({
  winner,
  verdict,
  ranking,
  differences,
}: Pick<Competition, "winner" | "verdict" | "ranking" | "differences">): string {
  const [first, second] = ranking;
  if (winner === null || first === undefined) return "NO WINNER";
  const name = terminalLine(winner);
  if (verdict === "PROVEN") return `WINNER ${name}, proven`;
  const close = differences.filter(({ isBehind }) => !isBehind).map(({ agentName }) => terminalLine(agentName));
  const lead = second === undefined ? "" : ` ${describeLead(first, second)}`;
  return `WINNER ${name}${lead}; too close to call against ${joinNames(close)}`;
}

/** For tags and lists: the word that the headline begins with, and the rest of it. */
export function describeOutcome({ winner, headline }: Pick<Competition, "winner" | "headline">): CompetitionOutcome {
  if (winner === null) return { word: "NO WINNER", winner, sentence: noWinner };
  return { word: "WINNER", winner, sentence: headline.replace(/^WINNER /, "") };
}

function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** Why a place is ahead of the next one. */
export function describeLead(place: CompetitionPlace, next: CompetitionPlace): string {
  switch (place.rule) {
    case 1:
      return place.passed === next.passed
        ? `by ${place.blocked} to ${next.blocked} blocked runs`
        : `by ${place.passed} to ${next.passed} passed runs`;
    case 2:
      return `by scorecard ${formatCardMean(place)} to ${formatCardMean(next)}`;
    case 3:
      return `by AXIS Result ${formatResult(place.axisResult)} to ${formatResult(next.axisResult)}`;
    case 4:
      return `by cost ${formatDollars(place.costUsd)} to ${formatDollars(next.costUsd)}`;
    case 5:
      return `by time ${formatSeconds(place.durationMs)} to ${formatSeconds(next.durationMs)}`;
    case 7:
      return `by the judge, ${place.duels?.won ?? 0} of ${formatCount(place.duels?.played ?? 0, "duel")}`;
    default:
      return "by name only: all numbers are equal";
  }
}

/** Lines about what can be said of the agents, below the table. */
export function describeProof({ verdict, differences, alpha, look }: Competition): string[] {
  if (verdict === null) return [`${noWinner}.`];
  if (verdict === "PROVEN") {
    const metrics = [...new Set(differences.map(({ metric }) => metricNames[metric]))].join(" or ");
    return [
      `PROVEN: ahead of every other agent by ${metrics}, paired by scenario (Holm's method, level ${alpha}).`,
      ...describeLook(look),
    ];
  }
  return [...differences.filter(({ isBehind }) => !isBehind).map(describeClose), ...describeLook(look)];
}

/** Whose work a person took. */
export function describePick({ pick, winner }: Competition): string[] {
  if (pick === undefined) return [];
  const { agentName, by, note } = pick;
  const agrees = agentName === winner ? ", the proposed winner" : "";
  return [terminalLine(`PICKED ${agentName}${agrees}, by ${by}${note === null ? "" : `: ${note}`}`)];
}

/** How often AXIS looked, because looking repeatedly costs certainty. */
export function describeLook(look: Competition["look"]): string[] {
  if (look === undefined) return [];
  const { number, of, trials, most, alpha } = look;
  return [
    `Look ${number} of ${of}, after ${formatCount(trials, "trial")} of at most ${most}, at level ${Number(alpha.toPrecision(3))}.`,
  ];
}

export const metricNames = { score: "AXIS Result", pass: "pass rate" } as const;

function describeClose(difference: CompetitionDifference): string {
  const { agentName, estimate, metric } = difference;
  const name = `TOO CLOSE against ${terminalLine(agentName)}`;
  const needed = describeNeeded(difference);
  if (estimate === null) return `${name}: ${needed.charAt(0).toLowerCase()}${needed.slice(1)}`;
  return `${name}: ${metricNames[metric]} differs by ${formatGap(estimate)} points. ${needed}`;
}

/** What would decide between the winner and an agent that is too close. */
export function describeNeeded({ estimate, trialsNeeded, neededFor }: CompetitionDifference): string {
  if (estimate === null) return "No scenario has a number of both.";
  if (trialsNeeded === null) return "No number of trials up to 50 would decide; add scenarios.";
  const trials = `About ${formatCount(trialsNeeded, "trial")} per scenario`;
  // What is smaller than the margin may be nothing at all, which no number of trials could show.
  if (Math.abs(estimate) < neededFor)
    return `${trials} would show a difference of ${formatGap(neededFor)} points, if there is one.`;
  return `${trials} would decide.`;
}

function formatGap(points: number): string {
  return String(Number(points.toFixed(1)) + 0);
}

/** The mean scorecard of the planned runs, in as few digits as it needs. */
export function formatCardMean({ scorecardTotal, runs }: CompetitionPlace): string {
  return String(Number((scorecardTotal / Math.max(1, runs)).toFixed(2)));
}

export function formatResult(result: number | null): string {
  return result === null ? "–" : String(Number(result.toFixed(1)));
}

export function formatDollars(costUsd: number | null): string {
  return costUsd === null ? "–" : `$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`;
}

export function formatSeconds(durationMs: number | null): string {
  return durationMs === null ? "–" : `${(durationMs / 1000).toFixed(durationMs < 10_000 ? 2 : 0)} s`;
}
