/** Prints a finished competition: who won and why, what that says about the agents, and what to type next. */
import type { Competition } from "../../core/report/competition.ts";
import { quoteShellWord } from "../../core/shell-word.ts";
import {
  describeLead,
  describePick,
  describeProof,
  formatDollars,
  formatCardMean,
  formatResult,
  formatSeconds,
} from "../../report/competition/competition-words.ts";
import { describeDuels, renderWins } from "../../report/competition/duel-words.ts";
import { renderCommand, renderPath } from "../../report/text/render-next.ts";
import { displayWidth, fitWidth, padWidth, terminalLine, wrapWidth } from "../../report/text/terminal-safe.ts";
import { printForPeople, type Terminal } from "../terminal.ts";

export interface CompetitionView {
  readonly terminal: Terminal;
  readonly reportId: string;
  /** By scenario. */
  readonly patches: ReadonlyMap<string, string>;
  /** owner/name of the repository on GitHub; null if it has no such remote. */
  readonly github: string | null;
  readonly configFlag: string;
  /** What the entrants left unfinished; null if every run took place. */
  readonly unfinished: string | null;
  /** The results of each scenario; empty if there is only one. */
  readonly standings: readonly string[];
  /** The command that makes the missing runs. */
  readonly resume: string;
}

export function printCompetition(competition: Competition, view: CompetitionView): void {
  const { terminal, unfinished } = view;
  const { paint, textWidth: width = Infinity } = terminal;
  const out = printForPeople(terminal);
  const wrapped = (line: string) => wrapWidth(line, width, 4).forEach(out);
  out(competition.headline);
  if (unfinished !== null) {
    wrapped(unfinished);
    renderCommand("Resume", view.resume, width).forEach(out);
  }
  out("");
  renderPlaces(competition, width).forEach(out);
  if (view.standings.length > 0) ["", ...view.standings].forEach(out);
  out("");
  [...describeProof(competition), ...describePick(competition)].forEach(wrapped);
  if (competition.judging !== undefined) {
    out("");
    wrapped(`Judged blind by ${terminalLine(competition.judging.judge)}, each time in both orders:`);
    renderWins(competition.judging).forEach(out);
    describeDuels(competition).forEach(wrapped);
  }
  for (const lines of listNext(competition, view, width)) ["", ...lines].forEach(out);
  out("");
  renderCommand("Report", `axis reports ${view.reportId}${view.configFlag}`, width).map(paint.dim).forEach(out);
}

const widestAgent = 20;

/** On a narrow terminal, what is ahead of what stands below the table. */
function renderPlaces({ ranking }: Competition, width: number): string[] {
  const head = ["", "agent", "passed", "scorecard", "AXIS Result", "cost", "time", "ahead of the next"];
  const rows = ranking.map((place, index) => {
    const next = ranking[index + 1];
    return [
      String(place.place),
      fitWidth(terminalLine(place.agentName), widestAgent),
      `${place.passed} of ${place.runs}`,
      formatCardMean(place),
      formatResult(place.axisResult),
      formatDollars(place.costUsd),
      formatSeconds(place.durationMs),
      next === undefined ? "" : `${describeLead(place, next)} (rule ${place.rule})`,
    ];
  });
  const whole = alignColumns([head, ...rows]);
  if (whole.every((line) => displayWidth(line) <= width)) return whole;
  const leads = rows
    .slice(0, -1)
    .flatMap(([place = "", agent = "", ...row]) => wrapWidth(`${place} ${agent}: ahead ${row.at(-1)}`, width, 3));
  return [...alignColumns([head, ...rows].map((row) => row.slice(0, -1))), "", ...leads];
}

function alignColumns(table: readonly (readonly string[])[]): string[] {
  const [head = []] = table;
  const widths = head.map((_, column) => Math.max(...table.map((row) => displayWidth(row[column] ?? ""))));
  return table.map((row) =>
    row
      .map((text, column) => padWidth(text, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** The proposal of each scenario: its branch, its patch, and commands to look at it and to propose it. */
function listNext({ proposals, base, id }: Competition, view: CompetitionView, width: number): string[][] {
  return proposals.map(({ scenarioKey, branch }) => {
    const title = terminalLine(scenarioKey);
    if (branch === null) return [`${title}: the winner changed no files, so there is no branch.`];
    const patch = view.patches.get(scenarioKey);
    const several = proposals.length > 1 ? ` --scenario ${quoteShellWord(scenarioKey)}` : "";
    return [
      ...(proposals.length > 1 ? [title] : []),
      ...renderPath("Branch", branch, width),
      ...(patch === undefined ? [] : renderPath("Patch", patch, width)),
      ...renderCommand("Look", `git diff ${base.commit.slice(0, 12)} ${branch}`, width),
      ...renderCommand("Apply", `axis compete apply ${id}${several}${view.configFlag}`, width),
      ...(view.github === null ? [] : renderProposal({ branch, title, github: view.github }, width)),
    ];
  });
}

function renderProposal(
  { branch, title, github }: { readonly branch: string; readonly title: string; readonly github: string },
  width: number,
): string[] {
  const repository = quoteShellWord(github);
  return [
    ...renderCommand("Push", `git push origin ${branch}`, width),
    ...renderCommand(
      "Propose",
      `gh pr create --repo ${repository} --head ${branch} --title ${quoteShellWord(title)} --fill-verbose`,
      width,
    ),
  ];
}

/** owner/name of an address on GitHub. */
export function readGithubName(remote: string | null): string | null {
  const [, name = null] =
    /^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(remote ?? "") ?? [];
  return name;
}
