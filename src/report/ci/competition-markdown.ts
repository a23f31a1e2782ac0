/** The part of a Markdown summary that says who won a competition. */
import type { Competition } from "../../core/report/competition.ts";
import {
  describeLead,
  describePick,
  describeProof,
  formatCardMean,
  formatDollars,
  formatResult,
  formatSeconds,
} from "../competition/competition-words.ts";
import { codeCell, codeSpan } from "./markdown-code.ts";

const titles = ["", "Agent", "Passed", "Scorecard", "AXIS Result", "Cost", "Time", "Ahead of the next"];

/** A heading, the ranking, and what it says about the agents. Empty for a report without a competition. */
export function renderCompetition(competition: Competition | undefined): string[] {
  if (competition === undefined) return [];
  const { ranking } = competition;
  return [
    "### Competition",
    "",
    codeSpan(competition.headline),
    "",
    formatRow(titles),
    "| ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ...ranking.map((place, index) => {
      const next = ranking[index + 1];
      return formatRow([
        String(place.place),
        codeCell(place.agentName),
        `${place.passed} of ${place.runs}`,
        formatCardMean(place),
        formatResult(place.axisResult),
        formatDollars(place.costUsd),
        formatSeconds(place.durationMs),
        next === undefined ? "" : describeLead(place, next),
      ]);
    }),
    "",
    ...[...describeProof(competition), ...describePick(competition)].map((line) => `- ${codeSpan(line)}`),
    "",
  ];
}

export function formatRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
