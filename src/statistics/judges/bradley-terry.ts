/** Estimates the strengths of competitors from who beat whom. */
import { requireNotNegative, requireSameLength } from "../arguments.ts";

/** Converged when no strength moves by more than this in a round. */
const convergenceLimit = 1e-12;
/** Far more rounds than a field with determinable strengths needs. */
const maxRounds = 1_000_000;

/** How a competitor did against one opponent. */
interface Meeting {
  readonly opponent: number;
  readonly won: number;
  readonly played: number;
}

/** Bradley-Terry strengths that add up to 1; null if the field is not connected by wins and losses. */
export function bradleyTerry(
  wins: readonly (readonly number[])[],
  { prior = 0.5 }: { readonly prior?: number | undefined } = {},
): { strengths: number[] | null } {
  requireNotNegative(prior, "bradleyTerry: prior");
  requireWins(wins);
  const field = wins.map((_, player) => listMeetings(player, wins, prior));
  if (field.length < 2 || !isConnected(field)) return { strengths: null };
  let strengths = field.map(() => 1 / field.length);
  for (let round = 0; round < maxRounds; round += 1) {
    const before = strengths;
    strengths = nextRound(before, field);
    if (strengths.every((value, player) => Math.abs(value - (before[player] as number)) <= convergenceLimit))
      return { strengths };
  }
  return { strengths: null };
}

function requireWins(wins: readonly (readonly number[])[]): void {
  for (const [player, row] of wins.entries()) {
    requireSameLength(wins, row, `bradleyTerry: wins and wins[${player}]`);
    for (const [opponent, won] of row.entries()) requireNotNegative(won, `bradleyTerry: wins[${player}][${opponent}]`);
    if (row[player] !== 0)
      throw new RangeError(
        `bradleyTerry: wins[${player}][${player}] must be 0, not ${row[player]}: nobody meets himself`,
      );
  }
}

/** The prior is added on both sides, and only for pairs that met, so that it invents no meeting. */
function listMeetings(player: number, wins: readonly (readonly number[])[], prior: number): Meeting[] {
  return (wins[player] ?? []).flatMap((won, opponent) => {
    const lost = wins[opponent]?.[player] ?? 0;
    return won + lost === 0 ? [] : [{ opponent, won: won + prior, played: won + lost + 2 * prior }];
  });
}

/** Whether everyone beat everyone else, directly or through others; otherwise a strength would run off to 0 or 1. */
function isConnected(field: readonly (readonly Meeting[])[]): boolean {
  const beaten = field.map((meetings) => meetings.filter(({ won }) => won > 0).map(({ opponent }) => opponent));
  const lostTo = field.map((meetings) =>
    meetings.filter(({ won, played }) => won < played).map(({ opponent }) => opponent),
  );
  return reachesAll(beaten) && reachesAll(lostTo);
}

function reachesAll(links: readonly (readonly number[])[]): boolean {
  const seen = new Set([0]);
  for (const player of seen) for (const next of links[player] ?? []) seen.add(next);
  return seen.size === links.length;
}

function nextRound(strengths: readonly number[], field: readonly (readonly Meeting[])[]): number[] {
  const raised = field.map((meetings, player) => {
    const own = strengths[player] as number;
    let [won, weight] = [0, 0];
    for (const meeting of meetings) {
      won += meeting.won;
      weight += meeting.played / (own + (strengths[meeting.opponent] as number));
    }
    return won / weight;
  });
  const total = raised.reduce((sum, value) => sum + value, 0);
  return raised.map((value) => value / total);
}
