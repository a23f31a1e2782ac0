/** Renders the verdicts of a comparison for a terminal: a line per agent, at most three causes each, one next command. */
import { formatCount } from "../../core/format-count.ts";
import { readAgentWord, readTestWord } from "../../core/report/change-verdict.ts";
import type { Comparison } from "../../core/report/comparison.ts";
import type { AgentVerdict, Cause } from "../../core/report/verdict.ts";
import { wilsonInterval } from "../../statistics/one-group/wilson.ts";
import { withDecidingNumbers, trialsNote } from "../verdicts/deciding-numbers.ts";
import { suggestNextCommand, type NextCommandOptions } from "../verdicts/next-command.ts";
import type { Paint } from "./format.ts";
import { formatChange, formatP, formatPoints, formatShare } from "./format-verdict.ts";
import { renderChanges } from "./render-changes.ts";
import { paintTone } from "./render-comparison.ts";
import { displayWidth, padWidth, terminalLine } from "./terminal-safe.ts";
import { findWordTone } from "./worst-first.ts";

const maxCauses = 3;
/** A scenario with less than this share of the change is not called a cause. */
const minShare = 0.05;

/** The lines of the verdicts with the next command; none if no agent has a scenario on both sides. */
export function renderVerdicts(comparison: Comparison, paint: Paint, view: NextCommandOptions = {}): string[] {
  const lines = renderAgentVerdicts(comparison, paint);
  return lines.length === 0 ? [] : [...lines, `next  ${suggestNextCommand(comparison, view)}`];
}

/** The lines of the verdicts alone. */
export function renderAgentVerdicts(comparison: Comparison, paint: Paint): string[] {
  const verdicts = comparison.verdicts.map((each) => withDecidingNumbers(each, comparison));
  if (verdicts.length === 0) return [];
  const several = verdicts.length > 1;
  const column = Math.max(...verdicts.map((each) => readAgentWord(each).length));
  const nameColumn = Math.max(...verdicts.map(({ agentName }) => displayWidth(terminalLine(agentName))));
  return verdicts.flatMap((each) => [
    verdictLine(each, { paint, several, comparison, column, nameColumn }),
    ...causeTexts(each)
      .slice(0, maxCauses)
      .map((text, index) => `  ${index + 1}  ${text}`),
    ...renderChanges(each),
  ]);
}

interface LineView {
  readonly paint: Paint;
  readonly several: boolean;
  readonly comparison: Comparison;
  /** The widths of the words and of the agents' names. */
  readonly column: number;
  readonly nameColumn: number;
}

function verdictLine(verdict: AgentVerdict, view: LineView): string {
  const { rule, baseline, current, estimate } = verdict;
  const word = readAgentWord(verdict);
  const space = " ".repeat(view.column - word.length);
  const name = padWidth(terminalLine(verdict.agentName), view.nameColumn);
  const head = `${paintTone(findWordTone(word), view.paint)(word)}${space}  ${name}`;
  if (baseline === null || current === null || estimate === null)
    return `${head}  no scenario has a number on both sides`;
  const metric = verdict.metric === "pass" && rule !== "tolerance" ? "pass rate " : "";
  const change = `${metric}${formatPoints(baseline)} → ${formatPoints(current)}  ${formatChange(estimate)} points`;
  const rest =
    rule === "tolerance"
      ? ` on ${formatCount(verdict.scenarios, "scenario")}${trialsNote(verdict)}, tolerance ${view.comparison.tolerance}`
      : `${intervalText(verdict, view.several)} on ${scopeText(verdict)}, margin ${verdict.margin}`;
  return `${head}  ${change}${rest}${missingText(verdict)}`;
}

function intervalText({ alpha, lower, upper, p, adjustedP }: AgentVerdict, several: boolean): string {
  const range =
    lower === null || upper === null
      ? []
      : [`${formatShare(1 - alpha)}: ${formatChange(lower)} to ${formatChange(upper)}`];
  const shown = several ? adjustedP : p;
  const chance = shown === null ? [] : [`${several ? "adjusted " : ""}${formatP(shown)}`];
  const parts = [...range, ...chance];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** What the verdict applies to. */
function scopeText({ scope, scenarios, trials }: AgentVerdict): string {
  if (scope === "population") return `scenarios like ${scenarios === 1 ? "this one" : `these ${scenarios}`}`;
  const these = scenarios === 1 ? "this scenario" : `these ${scenarios} scenarios`;
  const { baseline, current } = trials;
  if (baseline === null || current === null) return these;
  const least = Math.min(baseline.least, current.least);
  const same = least === Math.max(baseline.most, current.most);
  return `${these} × ${same ? formatCount(least, "trial") : `${least} trials or more`}`;
}

function missingText(verdict: AgentVerdict): string {
  const { missing, worstCase, rule } = verdict;
  if (missing === 0) return "";
  const said = `; ${formatCount(missing, "run")} ${missing === 1 ? "has" : "have"} no number`;
  const flips = worstCase !== null && rule !== "tolerance" && readTestWord(worstCase) !== readTestWord(verdict);
  return flips ? `${said}, and at ${missing === 1 ? "its" : "their"} worst it is ${readTestWord(worstCase)}` : said;
}

function causeTexts(verdict: AgentVerdict): string[] {
  const word = readAgentWord(verdict);
  const scenarios =
    word === "REGRESSED" ? scenarioCauses(verdict, -1) : word === "IMPROVED" ? scenarioCauses(verdict, 1) : [];
  if (verdict.rule === "tolerance") return [...scenarios.slice(0, maxCauses - 1), ...describeSingleTrial(verdict)];
  if (word === "NOT ENOUGH DATA") return [...describeNeeded(verdict), ...listProvenDrops(verdict)];
  if (word === "NO CHANGE") return [...describeSmallDrop(verdict), ...listProvenDrops(verdict)];
  return scenarios;
}

/** The scenarios that moved the mean in this direction, and whether each is proven on its own. */
function scenarioCauses({ causes, estimate, alpha }: AgentVerdict, direction: 1 | -1): string[] {
  const moved = causes
    .filter(({ contribution }) => contribution * direction > 0)
    .toSorted((a, b) => (b.contribution - a.contribution) * direction);
  const sum = moved.reduce((total, { contribution }) => total + contribution, 0);
  const shown = moved.filter(({ contribution }) => contribution / sum >= minShare).slice(0, maxCauses);
  const width = Math.max(0, ...shown.map(({ scenarioKey }) => displayWidth(terminalLine(scenarioKey))));
  const whole = estimate !== null && estimate * direction > 0 ? ` of the ${formatChange(estimate)} points` : "";
  return shown.map((cause, index) => {
    const change = `${formatPoints(cause.baseline)} → ${formatPoints(cause.current)}`;
    const share = `${formatChange(cause.contribution)}${index === 0 ? whole : ""}`;
    return `${padWidth(terminalLine(cause.scenarioKey), width)}   ${change}   ${share}${aloneText(cause, alpha, index)}`;
  });
}

function aloneText({ adjustedP }: Cause, alpha: number, index: number): string {
  if (adjustedP === null) return "";
  if (adjustedP <= alpha) return `; proven on its own (adjusted ${formatP(adjustedP)})`;
  return index === 0 ? `; not proven on its own (adjusted ${formatP(adjustedP)})` : "";
}

/** Reports a scenario that dropped on its own although the whole did not. */
function listProvenDrops({ causes, alpha }: AgentVerdict): string[] {
  return causes
    .filter(({ contribution, adjustedP }) => contribution < 0 && adjustedP !== null && adjustedP <= alpha)
    .map(
      ({ scenarioKey, baseline, current, adjustedP }) =>
        `${terminalLine(scenarioKey)} dropped, ${formatPoints(baseline)} → ${formatPoints(current)}, proven for this scenario alone (adjusted ${formatP(adjustedP ?? 1)})`,
    );
}

function describeSmallDrop({ upper, adjustedP, alpha }: AgentVerdict): string[] {
  if (upper === null || upper >= 0 || adjustedP === null || adjustedP > alpha) return [];
  return ["there is a drop, but it is smaller than the margin"];
}

function describeNeeded({ needed, margin, trials: { baseline, current } }: AgentVerdict): string[] {
  if (needed === null || baseline === null || current === null) return [];
  const { detectable, trials, scenarios } = needed;
  const seen = detectable === null ? [] : [`smallest drop this run could detect: ${formatPoints(detectable)} points`];
  const least = Math.min(baseline.least, current.least);
  if (trials === null)
    return scenarios === null
      ? seen
      : [...seen, `a ${margin}-point answer needs about ${scenarios} scenarios; even 50 trials of each are not enough`];
  if (least < 2) return [...seen, `a single trial does not show the noise: run ${trials} trials of each scenario`];
  const more =
    trials > least ? `${trials - least} more` : "you already have that many, so the change is close to the margin";
  return [...seen, `a ${margin}-point answer needs about ${trials} trials per scenario on both sides: ${more}`];
}

function describeSingleTrial({ trials: { baseline, current } }: AgentVerdict): string[] {
  if (baseline === null || current === null || Math.min(baseline.least, current.least) > 1) return [];
  const least = Math.round((wilsonInterval(1, 1)?.lower ?? 0) * 100);
  return [`a single trial proves little: a pass means a pass rate of at least ${least} %, and a change may be chance`];
}
