/** The words for what a judge said: who beat whom, and why. */
import { formatCount } from "../../core/format-count.ts";
import type { Competition, CompetitionDuel, CompetitionJudging } from "../../core/report/competition.ts";
import { padWidth, terminalLine } from "../text/terminal-safe.ts";

/** Who beat whom, as a small table: each row has the wins of one agent. */
export function renderWins({ agents, wins, strengths, copeland }: CompetitionJudging): string[] {
  const names = agents.map(terminalLine);
  const rows = names.map((name, own) => [
    name,
    ...names.map((_, other) => (own === other ? "–" : String(wins[own]?.[other] ?? 0))),
    ...(strengths === null ? [formatSigned(copeland[own] ?? 0)] : [formatRanks(strengths[own])]),
  ]);
  const table = [["wins against", ...names, strengths === null ? "beaten minus beaten by" : "place"], ...rows];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  return table.map((row) =>
    row
      .map((text, column) => padWidth(text, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function formatSigned(count: number): string {
  return count > 0 ? `+${count}` : String(count);
}

/** The places that the duels leave open. */
function formatRanks(ranks: NonNullable<CompetitionJudging["strengths"]>[number] | undefined): string {
  if (ranks === undefined) return "–";
  const { bestRank, worstRank } = ranks;
  return bestRank === worstRank ? String(bestRank) : `${bestRank} to ${worstRank}`;
}

/** More duels than this are left to the report. */
const mostDuels = 12;

/** Sentences about each duel, and what to know about the judge. */
export function describeDuels({ judging, branches }: Pick<Competition, "judging" | "branches">): string[] {
  if (judging === undefined) return [];
  const { duels, notes } = judging;
  const several = new Set([...duels, ...branches].map(({ scenarioKey }) => scenarioKey)).size > 1;
  const shown = duels.slice(0, mostDuels).map((duel) => {
    const said = describeDuel(duel);
    return several ? `${terminalLine(duel.scenarioKey)}: ${said}` : said;
  });
  const more = duels.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`${formatCount(more, "more duel")}: see competition.judging in report.json.`] : []),
    ...notes.map(terminalLine),
  ];
}

function describeDuel({ one, other, result, replies, reason }: CompetitionDuel): string {
  const [a, b] = [terminalLine(one), terminalLine(other)];
  const why = terminalLine(reason ?? "no reason was given");
  if (result === null) return `${a} and ${b}: no answer (${why})`;
  // Of two answers that differ, or none, the reason is ours, and names no A and B.
  if (replies[0] !== replies[1] || replies.length === 0) return `${a} and ${b} tie: ${why}`;
  const verdict = { one: `${a} (A) beat ${b} (B)`, other: `${b} (B) beat ${a} (A)`, tie: `${a} (A) and ${b} (B) tie` };
  return `${verdict[result]}: ${why}`;
}
