/** The columns of the table of results: one per agent, with what stands in it for each scenario and below them. */
import { rankAgents } from "../../core/report/agent-ranking.ts";
import { listTrialStatuses } from "../../core/report/complete-report.ts";
import type { AgentStatistics } from "../../core/report/agent-statistics.ts";
import type { PairResult, ResultMeans } from "../../core/report/pair-result.ts";
import { isCounted } from "../../core/report/run-status.ts";
import type { Report } from "../../core/report.ts";
import { mean } from "../../statistics/mean.ts";
import { quantile } from "../../statistics/quantile.ts";
import { clipInterval } from "../trials/clip-interval.ts";
import { listTrials } from "../trials/trials.ts";
import { formatShortCost, formatShortDuration, noNumber, type Paint } from "./format.ts";
import { formatPoints } from "./format-verdict.ts";
import { formatCards } from "./render-scorecard.ts";
import { formatWholeMean, formatTrials, paintMean, paintTrials } from "./status-marks.ts";
import { displayWidth, terminalLine } from "./terminal-safe.ts";

/** A text and the same text with colors. */
export interface TableCell {
  readonly text: string;
  readonly painted: string;
}

/** A column of numbers beside an agent's results, shown where there is room. */
export interface ExtraColumn {
  readonly title: string;
  readonly size: number;
  readonly cell: (scenarioKey: string) => TableCell;
  /** What stands in the row of the AXIS Result. */
  readonly summary: string;
}

export interface AgentColumn {
  readonly name: string;
  /** The width of its name and results, without the footers. */
  readonly size: number;
  /** Undefined where the agent has no such scenario. */
  readonly find: (scenarioKey: string) => PairResult | undefined;
  readonly cell: (scenarioKey: string) => TableCell;
  /** Groups of columns, in the order in which they are added. */
  readonly extras: readonly (readonly ExtraColumn[])[];
  readonly footers: readonly string[];
}

export const footerLabels = ["AXIS Result", "passed", "per run", "detectable drop"] as const;

const plain = (text: string): TableCell => ({ text, painted: text });
const none = plain("");

/** One column per agent, best first. */
export function buildColumns(report: Report, paint: Paint): AgentColumn[] {
  const agents = rankAgents(report.results);
  const isAlone = agents.length === 1;
  return agents.map(({ agentName, axisResult }) => {
    const results = report.results.filter((result) => result.agentName === agentName);
    const byScenario = new Map(results.map((result) => [result.scenarioKey, result]));
    const digits = Math.max(2, ...results.map(({ means }) => formatWholeMean(means.axisScore).length));
    const cell = (key: string) => describeResult(byScenario.get(key), digits, paint);
    const footers = describeAgent(agentName, { report, results, axisResult, isAlone });
    const name = terminalLine(agentName);
    const texts = [name, ...results.map(({ scenarioKey }) => cell(scenarioKey).text)];
    const extras = describeExtras(results, { isAlone, paint, byScenario });
    return { name, size: widest(texts), find: (key) => byScenario.get(key), cell, extras, footers };
  });
}

export function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);
}

function describeResult(result: PairResult | undefined, digits: number, paint: Paint): TableCell {
  if (result === undefined) return none;
  const { means, status } = result;
  const number = formatWholeMean(means.axisScore);
  const space = " ".repeat(Math.max(0, digits - number.length));
  return {
    text: `${space}${number}  ${formatTrials(result)}`,
    painted: `${space}${paintMean(means.axisScore, status, paint)}  ${paintTrials(result, paint)}`,
  };
}

interface AgentRuns {
  readonly report: Report;
  readonly results: readonly PairResult[];
  readonly axisResult: number | null;
  readonly isAlone: boolean;
}

/** In the order of the labels; empty where there is nothing to say. */
function describeAgent(agentName: string, { report, results, axisResult, isAlone }: AgentRuns): string[] {
  const statistics = report.statistics?.find((each) => each.agentName === agentName);
  const drop = (statistics?.trials ?? 0) < 2 ? null : (statistics?.noise.minimumDetectableEffect ?? null);
  // The headline has the interval of a single agent.
  const interval = isAlone ? "" : formatInterval(axisResult, statistics);
  const counted = results.flatMap(listTrialStatuses).filter(isCounted);
  const passed = counted.filter((status) => status === "passed").length;
  return [
    axisResult === null ? noNumber : `${formatPoints(axisResult)}${interval}`,
    counted.length === 0 ? noNumber : `${formatPercent(passed, counted.length)}  ${passed}/${counted.length}`,
    describeRuns(results),
    drop === null || drop === 0 ? "" : describeDrop(drop, axisResult),
  ];
}

/** The 95 % interval of the mean, if it is known. */
function formatInterval(axisResult: number | null, statistics: AgentStatistics | undefined): string {
  const bounds = clipInterval(axisResult, statistics);
  if (bounds === null) return "";
  const [low, high] = [formatPoints(bounds.lower), formatPoints(bounds.upper)];
  return low === high ? "" : ` (${low}–${high})`;
}

function describeDrop(drop: number, from: number | null): string {
  // No mean can drop by more than its value.
  return from !== null && drop > from ? "none" : `${formatPoints(drop)} points`;
}

function formatPercent(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole);
  return `${Math.min(part < whole ? 99 : 100, Math.max(part > 0 ? 1 : 0, percent))} %`;
}

/** The mean cost and the median time of the runs that count. */
function describeRuns(results: readonly PairResult[]): string {
  const runs = results.flatMap(listTrials);
  const cost = mean(runs.flatMap(({ costUsd }) => costUsd ?? []));
  const time = quantile(
    runs.flatMap(({ durationMs }) => durationMs ?? []),
    0.5,
  );
  return [...(cost === null ? [] : [formatShortCost(cost)]), formatShortDuration(time)].join("  ");
}

interface ExtrasView {
  readonly isAlone: boolean;
  readonly paint: Paint;
  readonly byScenario: ReadonlyMap<string, PairResult>;
}

/** In the order in which they are added. A single agent has room for its dimensions, so they come first. */
function describeExtras(results: readonly PairResult[], { isAlone, paint, byScenario }: ExtrasView): ExtraColumn[][] {
  const make = (title: string, format: (result: PairResult) => string, summary = ""): ExtraColumn => ({
    title,
    size: widest([title, summary, ...results.map(format)]),
    cell: (key) => {
      const result = byScenario.get(key);
      return result === undefined ? none : plain(format(result));
    },
    summary,
  });
  const makeMean = (title: string, key: keyof ResultMeans): ExtraColumn => ({
    ...make(
      title,
      ({ means }) => formatWholeMean(means[key]),
      formatWholeMean(mean(results.flatMap(({ means }) => means[key] ?? []))),
    ),
    cell: (scenario) => {
      const result = byScenario.get(scenario);
      if (result === undefined) return none;
      const { means, status } = result;
      return { text: formatWholeMean(means[key]), painted: paintMean(means[key], status, paint) };
    },
  });
  const dimensions = [
    makeMean("Goal", "goalAchievement"),
    makeMean("Env", "environment"),
    makeMean("Service", "service"),
    makeMean("Agent", "agent"),
  ];
  const time = make("Time", ({ means }) => formatShortDuration(means.durationMs));
  const cost = make("Cost", ({ means }) => formatShortCost(means.costUsd));
  const card = make("Scorecard", formatCards);
  const spending = [time, ...keepKnown(cost, results)].map((column) => [column]);
  const own = keepKnown(card, results).map((column) => [column]);
  return isAlone ? [...dimensions.map((column) => [column]), ...spending, ...own] : [...spending, dimensions];
}

/** A column of dashes says nothing. */
function keepKnown(column: ExtraColumn, results: readonly PairResult[]): ExtraColumn[] {
  return results.some(({ scenarioKey }) => column.cell(scenarioKey).text !== noNumber) ? [column] : [];
}
