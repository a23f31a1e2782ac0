/** A comparison as its page shows it: every sentence and number, so that page and terminal say the same. */
import { formatCount } from "../core/format-count.ts";
import { readAgentWord } from "../core/report/change-verdict.ts";
import type { ChangeVerdict, Comparison } from "../core/report/comparison.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import type { AgentVerdict } from "../core/report/verdict.ts";
import { mean } from "../statistics/mean.ts";
import { compareCauses, type ComparedCauses } from "./compare-causes.ts";
import { describeExitCode, listFindings } from "./text/describe-comparison.ts";
import { type AgentPasses, explainAgent, type PassCounts } from "./text/explain-agent.ts";
import { joinNames } from "./text/format-standings.ts";
import { formatPoints } from "./text/format-verdict.ts";
import { isCounted } from "../core/report/run-status.ts";
import { listRunStatuses } from "./text/status-counts.ts";
import { withDecidingNumbers } from "./verdicts/deciding-numbers.ts";
import { suggestNextCommand } from "./verdicts/next-command.ts";

export interface ComparedAgent {
  readonly name: string;
  readonly word: ChangeVerdict;
  readonly before: number | null;
  readonly after: number | null;
  readonly change: number | null;
  /** The interval of the change; null if the rule is the tolerance. */
  readonly bounds: { readonly lower: number; readonly upper: number } | null;
  /** A smaller change does not matter. */
  readonly margin: number;
  /** The pass rate is compared instead of the AXIS Result. */
  readonly isPassRate: boolean;
  readonly why: string;
}

export interface ComparisonView {
  readonly word: ChangeVerdict;
  /** A sentence, as are all texts here. */
  readonly heading: string;
  readonly lead: string;
  readonly scope: string;
  readonly exit: string;
  /** A command to paste; empty if there is none. */
  readonly next: string;
  /** The mean AXIS Result of the results of each side. */
  readonly result: { readonly before: number | null; readonly after: number | null };
  /** The worst change first. */
  readonly agents: readonly ComparedAgent[];
  readonly causes: ComparedCauses;
}

/** The reports of both sides; null for a baseline. */
interface ComparedReports {
  readonly before: Report | null;
  readonly after: Report | null;
}

export function viewComparison(comparison: Comparison, reports: ComparedReports): ComparisonView {
  const agents = listAgents(comparison, reports);
  const causes = compareCauses(
    reports.before,
    reports.after,
    agents.map(({ name }) => name),
  );
  const [first, ...rest] = listFindings(comparison).map((finding) => `${finding}.`);
  const isOpen = comparison.verdict === "NOT ENOUGH DATA";
  const findings = isOpen && first !== undefined ? [first, ...rest] : rest;
  const lead = [...findings, ...describeOtherAgents(comparison), ...describeMainCause(causes)];
  return {
    word: comparison.verdict,
    heading: isOpen ? "Not enough data yet." : (first ?? ""),
    lead: lead.join(" "),
    scope: describeScope(comparison, reports),
    exit: describeExitCode(comparison),
    next: suggestNextCommand(comparison, { rescored: reports.after?.rescoredFrom !== undefined }),
    result: {
      before: averageSide(reports.before, comparison, "baseline"),
      after: averageSide(reports.after, comparison, "current"),
    },
    agents,
    causes,
  };
}

const worstFirst: readonly ChangeVerdict[] = ["REGRESSED", "NOT ENOUGH DATA", "NO CHANGE", "IMPROVED"];

function listAgents(comparison: Comparison, reports: ComparedReports): ComparedAgent[] {
  const rank = ({ word }: ComparedAgent) => worstFirst.indexOf(word);
  return comparison.verdicts
    .map((verdict) => viewAgent(verdict, comparison, reports))
    .toSorted((a, b) => rank(a) - rank(b) || (a.change ?? 0) - (b.change ?? 0));
}

function viewAgent(verdict: AgentVerdict, comparison: Comparison, reports: ComparedReports): ComparedAgent {
  const { tolerance } = comparison;
  const decided = withDecidingNumbers(verdict, comparison);
  const { agentName, baseline, current, estimate, lower, upper, rule, margin, metric } = decided;
  const byTolerance = rule === "tolerance";
  return {
    name: agentName,
    word: readAgentWord(verdict),
    before: baseline,
    after: current,
    change: estimate,
    bounds: byTolerance || lower === null || upper === null ? null : { lower, upper },
    margin: byTolerance ? tolerance : margin,
    isPassRate: metric === "pass" && !byTolerance,
    why: explainAgent({ verdict, passes: countPasses(agentName, comparison, reports), tolerance }).join(" "),
  };
}

/** Counted runs of the results that both sides have; their results if one side is a baseline. */
function countPasses(agentName: string, { entries }: Comparison, { before, after }: ComparedReports): AgentPasses {
  const own = entries.filter((entry) => entry.agentName === agentName && entry.verdict !== null);
  if (before !== null && after !== null) {
    const keys = new Set(own.map(({ scenarioKey }) => scenarioKey));
    const countRuns = ({ results }: Report): PassCounts =>
      countPassed(
        results
          .filter((result) => result.agentName === agentName && keys.has(result.scenarioKey))
          .flatMap(listRunStatuses)
          .map(toPass),
      );
    return { before: countRuns(before), after: countRuns(after), counted: "runs" };
  }
  return {
    before: countPassed(own.map(({ passedBefore }) => passedBefore)),
    after: countPassed(own.map(({ passedNow }) => passedNow)),
    counted: "results",
  };
}

function toPass(status: PairResult["status"]): boolean | null {
  return status === "passed" ? true : status === "failed" ? false : null;
}

function countPassed(all: readonly (boolean | null)[]): PassCounts {
  return { passed: all.filter((passed) => passed === true).length, of: all.filter((passed) => passed !== null).length };
}

/** What the heading does not say: the agents with other words. */
function describeOtherAgents(comparison: Comparison): string[] {
  const named = comparison.verdict === "NOT ENOUGH DATA" ? "REGRESSED" : comparison.verdict;
  const byWord = (word: ChangeVerdict) =>
    word === named
      ? []
      : comparison.verdicts
          .filter((verdict) => readAgentWord(verdict) === word)
          .map((verdict) => withDecidingNumbers(verdict, comparison));
  const open =
    comparison.verdict === "NOT ENOUGH DATA" ? [] : byWord("NOT ENOUGH DATA").map(({ agentName }) => agentName);
  const same = named === "NO CHANGE" ? [] : byWord("NO CHANGE").map(({ agentName }) => agentName);
  return [
    ...byWord("IMPROVED").map(({ agentName, estimate }) => `${agentName} improved by ${formatPoints(estimate ?? 0)}.`),
    ...(open.length === 0 ? [] : [`There is not enough data on ${nameAgents(open)}.`]),
    ...(same.length === 0 ? [] : [`${nameAgents(same)} did not change.`]),
  ];
}

/** More agents than this are counted instead of named. */
const mostNames = 3;

function nameAgents(names: readonly string[]): string {
  return names.length > mostNames ? formatCount(names.length, "agent") : joinNames(names);
}

/** The clearest change among the causes, if chance does not explain it. */
function describeMainCause({ causes }: ComparedCauses): string[] {
  const [main] = causes;
  if (main === undefined || main.tone === "dim") return [];
  return [`${main.title} in ${formatCount(main.after, "run")} instead of ${main.before}.`];
}

/** What was compared: scenarios, trials, counted runs. */
function describeScope({ entries, verdicts, warnings = [] }: Comparison, reports: ComparedReports): string {
  const both = entries.filter(({ verdict }) => verdict !== null);
  const scenarios = formatCount(new Set(both.map(({ scenarioKey }) => scenarioKey)).size, "scenario");
  const counts = verdicts.flatMap(({ trials: { baseline, current } }) =>
    [baseline, current].flatMap((side) => (side === null ? [] : [side.least, side.most])),
  );
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const trials =
    counts.length === 0 ? "" : ` × ${least === most ? formatCount(most, "trial") : `${least} to ${most} trials`}`;
  const sides = [describeRuns(reports.before, "before"), describeRuns(reports.after, "after")];
  return [
    `${scenarios}${trials} on both sides; ${sides.join(", ")}.`,
    ...warnings.map((warning) => `${warning}.`),
  ].join(" ");
}

function describeRuns(report: Report | null, side: string): string {
  if (report === null) return `a baseline ${side}: numbers only`;
  const statuses = report.results.flatMap(listRunStatuses);
  const counted = statuses.filter(isCounted).length;
  return `${counted} of ${formatCount(statuses.length, "run")} counted ${side}`;
}

/** Averages the results of a report; a baseline has only the compared numbers. */
export function averageSide(
  report: Pick<Report, "results"> | null,
  { entries }: Pick<Comparison, "entries">,
  side: "baseline" | "current",
): number | null {
  const numbers =
    report === null
      ? entries.flatMap((entry) => entry[side] ?? [])
      : report.results.flatMap(({ means }) => means.axisScore ?? []);
  return mean(numbers);
}
