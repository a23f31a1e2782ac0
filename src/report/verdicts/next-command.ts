/** Suggests the next command after a comparison. */
import { readAgentWord } from "../../core/report/change-verdict.ts";
import type { Comparison } from "../../core/report/comparison.ts";
import type { AgentVerdict } from "../../core/report/verdict.ts";
import { quoteShellWord } from "../../core/shell-word.ts";
import { terminalLine } from "../text/terminal-safe.ts";

/** The names of the two sides, and what a command needs to find the same project. */
export interface NextCommandOptions {
  readonly names?: { readonly baseline: string; readonly candidate: string };
  /** For example ` -c other/axis.config.json`. */
  readonly configFlag?: string;
  /** The report was rescored from stored runs, so no trial can be added to it. */
  readonly rescored?: boolean;
}

/** Picks the command for the agent with the worst verdict. */
export function suggestNextCommand(comparison: Comparison, view: NextCommandOptions): string {
  const { verdicts } = comparison;
  const order = ["REGRESSED", "NOT ENOUGH DATA", "IMPROVED", "NO CHANGE"];
  const rank = (verdict: AgentVerdict) => (verdict.ok ? 4 : 0) + order.indexOf(readAgentWord(verdict));
  const [worst] = verdicts.toSorted((a, b) => rank(a) - rank(b));
  return worst === undefined ? "" : terminalLine(buildCommand(worst, comparison, view));
}

function buildCommand(verdict: AgentVerdict, comparison: Comparison, view: NextCommandOptions): string {
  const { reportId, baselineName, verdicts } = comparison;
  const axis = createAxisFormatter(view);
  const { baseline, candidate } = view.names ?? nameSides(comparison);
  const word = readAgentWord(verdict);
  const [cause] = verdict.causes.toSorted((a, b) => a.contribution - b.contribution);
  const moreTrials = suggestMoreTrials(verdict, comparison, view);
  if (moreTrials !== null) return moreTrials;
  if (word === "REGRESSED" && cause !== undefined) {
    // With only one scenario the comparison cannot be narrowed further.
    if (verdict.scenarios === 1) return axis("reports", reportId, cause.scenarioKey);
    const agent = verdicts.length > 1 ? ["-a", verdict.agentName] : [];
    return axis("compare", baseline, candidate, "-s", cause.scenarioKey, ...agent);
  }
  if (word === "IMPROVED" && comparison.ok) return axis("baseline", "set", baselineName ?? "main", "--from", reportId);
  return axis("reports", reportId);
}

function createAxisFormatter({ configFlag = "" }: NextCommandOptions): (...words: string[]) => string {
  return (...words) => `axis ${words.map(quoteShellWord).join(" ")}${configFlag}`;
}

function nameSides({ from, reportId, baselineName, currentName }: Comparison): { baseline: string; candidate: string } {
  return {
    baseline: baselineName === undefined ? from : `baseline:${baselineName}`,
    candidate: currentName === undefined ? reportId : `baseline:${currentName}`,
  };
}

/** The commands that add trials to the sides that have too few; null if more trials would not help. */
function suggestMoreTrials(verdict: AgentVerdict, comparison: Comparison, view: NextCommandOptions): string | null {
  const { from, reportId, baselineName, currentName } = comparison;
  const trials = suggestTrials(verdict);
  if (trials === null) return null;
  const axis = createAxisFormatter(view);
  if (view.rescored) return axis("run", "--trials", String(trials));
  const again = (id: string) => axis("run", "--resume", id, "--trials", String(trials));
  const saved = (name: string | undefined, id: string) =>
    name === undefined ? [] : [axis("baseline", "set", name, "--from", id)];
  const { candidate } = view.names ?? nameSides(comparison);
  const candidateId = currentName !== undefined || candidate.endsWith(".json") ? reportId : candidate;
  // A report compared with itself is resumed only once.
  const steps = new Set([
    ...(hasFewerTrials(verdict.trials.baseline, trials) ? [again(from), ...saved(baselineName, from)] : []),
    ...(hasFewerTrials(verdict.trials.current, trials) ? [again(candidateId), ...saved(currentName, reportId)] : []),
  ]);
  return [...steps].join(" && ");
}

/** A side that already has enough trials is not resumed. */
function hasFewerTrials(side: AgentVerdict["trials"]["baseline"], trials: number): boolean {
  return side === null || side.least < trials;
}

/** How many trials would help: for an undecided verdict, or one by tolerance on single trials. */
function suggestTrials({ verdict, rule, needed, trials: { baseline, current } }: AgentVerdict): number | null {
  if (baseline === null || current === null) return null;
  const least = Math.min(baseline.least, current.least);
  if (rule === "tolerance") return least < 2 ? (needed?.trials ?? 3) : null;
  if (verdict !== "not-enough-data" || needed === null || needed.trials === null) return null;
  return needed.trials > least ? needed.trials : Math.min(1000, 2 * least);
}
