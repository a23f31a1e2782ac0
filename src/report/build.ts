/** Folds runs into the report: one result per scenario and agent, plus the summary. */
import { pairId, type Cell } from "../core/cell.ts";
import { round9 } from "../core/json.ts";
import { OutcomeClass } from "../core/outcome.ts";
import type { CellResult, PairResult } from "../core/report/pair-result.ts";
import { type Report, reportVersion, type Scoring, type Summary } from "../core/report.ts";
import type { ScriptMark } from "../core/plan/rehearsal.ts";
import { roundHalfUp } from "../core/score/rounding.ts";
import { shortCard } from "../core/run/run-scorecard.ts";
import { defaultPassMark, type StoppingRule } from "../core/report/verdict.ts";
import { combineCosts, combineUsage } from "../core/model/spending.ts";
import { mean } from "../statistics/mean.ts";
import { agentStatistics } from "./trials/agent-statistics.ts";
import { findStop } from "./trials/stopping.ts";
import { isAbsent, hasPassed, pickReadings, computeSpread, listTrials } from "./trials/trials.ts";

/** What is known about a report before its runs. */
export interface ReportHeader {
  readonly reportId: string;
  readonly name?: string;
  readonly timestamp: string;
  readonly seed?: string;
  /** With --until decided: the rule that decided which trials to skip. */
  readonly stopping?: StoppingRule;
  readonly rescoredFrom?: string;
  readonly script?: ScriptMark;
  /** In plan order. */
  readonly cells: readonly Cell[];
  readonly skipped: number;
  /** Absent with --no-score. */
  readonly scoring?: Scoring;
}

export interface ReportParts extends ReportHeader {
  readonly durationMs: number | null;
  readonly state: Report["state"];
  readonly results: readonly CellResult[];
}

/** Builds the report as of now; cells without a result count as not run. */
export function buildReport(parts: ReportParts): Report {
  const groups = groupByPair(parts.results);
  const passMark = parts.scoring?.passMark ?? defaultPassMark;
  const pairs = new Set(parts.cells.map(pairId));
  const results = [...pairs].flatMap((pair) => {
    const trials = groups.get(pair);
    return trials === undefined ? [] : [foldTrials(trials, passMark, parts.stopping)];
  });
  return {
    version: reportVersion,
    reportId: parts.reportId,
    name: parts.name,
    timestamp: parts.timestamp,
    durationMs: parts.durationMs,
    state: parts.state,
    seed: parts.seed,
    rescoredFrom: parts.rescoredFrom,
    ...(parts.script === undefined ? {} : { scripted: true as const, script: parts.script }),
    summary: summarize(parts, results, pairs.size),
    ...(parts.scoring === undefined ? {} : { scoring: parts.scoring }),
    results,
    ...(results.some(({ score }) => score !== undefined)
      ? { statistics: agentStatistics(parts, results, passMark) }
      : {}),
  };
}

function groupByPair(results: readonly CellResult[]): Map<string, CellResult[]> {
  const groups = new Map<string, CellResult[]>();
  for (const result of results) {
    const pair = pairId({ scenario: result.scenarioKey, agent: result.agentName });
    const group = groups.get(pair);
    if (group === undefined) groups.set(pair, [result]);
    else group.push(result);
  }
  return groups;
}

function summarize(parts: ReportParts, results: readonly PairResult[], total: number): Summary {
  const classes = Object.fromEntries(OutcomeClass.options.map((name) => [name, 0])) as Summary["classes"];
  for (const { outcomeClass } of parts.results) classes[outcomeClass] += 1;
  classes.notRun += parts.cells.length - parts.results.length;
  const numbers = results.flatMap(({ score }) => score?.axisScore ?? []);
  const average = mean(numbers);
  return {
    total,
    completed: results.filter(({ failed }) => !failed).length,
    failed: results.filter(({ failed }) => failed).length,
    failedInfrastructure: results.filter(({ outcomeClass }) => outcomeClass === "infrastructure").length,
    classes,
    unscored: results.filter(({ failed, score }) => !failed && score !== undefined && score.axisScore === null).length,
    skipped: parts.skipped,
    averageAxisScore: average === null ? null : roundHalfUp(average),
    averagedOver: numbers.length,
    judging: sumJudging(parts.results),
  };
}

/** Counts every run, including the trials folded into one result. */
function sumJudging(results: readonly CellResult[]): Summary["judging"] {
  const costUsd = results.map((result) => result.judgeCostUsd).reduce(combineCosts, undefined);
  const tokenUsage = results.map((result) => result.judgeTokenUsage).reduce(combineUsage, undefined);
  if (costUsd === undefined) return tokenUsage === undefined ? undefined : { costUsd: null, tokenUsage };
  return { costUsd: costUsd === null ? null : round9(costUsd), tokenUsage };
}

/** Makes one result of its trials: the representative run, with a summary of every trial. */
export function foldTrials(
  trials: readonly CellResult[],
  passMark = defaultPassMark,
  stopping: StoppingRule | null = null,
): PairResult {
  const { trial: _trial, ...chosen } = findRepresentative(trials);
  if (trials.length === 1) return chosen;
  const inOrder = trials.toSorted((a, b) => a.trial - b.trial);
  const folded = {
    ...chosen,
    trials: inOrder.map((result) => ({
      trial: result.trial,
      runId: result.runId,
      failed: result.failed,
      outcomeClass: result.outcomeClass,
      axisScore: result.score?.axisScore ?? null,
      passed: hasPassed(result, passMark),
      durationMs: result.durationMs,
      ...pickReadings(result),
      goals: result.score?.judging.goal?.goals,
      ...(result.scorecard === undefined ? {} : { scorecard: shortCard(result.scorecard) }),
      file: result.file,
    })),
  };
  const spread = computeSpread(listTrials(folded, passMark));
  const stopped = stopping === null ? null : findStop(trials, stopping, passMark);
  return {
    ...folded,
    ...(stopped === null ? {} : { stoppedAt: stopped }),
    ...(spread === undefined ? {} : { spread }),
  };
}

/** The middle run by rank: absent trials are ignored if possible, failed ones rank lowest, ties go by trial number. */
function findRepresentative(trials: readonly CellResult[]): CellResult {
  const present = trials.filter((result) => !isAbsent(result));
  const ranked = (present.length > 0 ? present : [...trials]).toSorted(
    (a, b) => rankRun(a) - rankRun(b) || a.trial - b.trial,
  );
  const middle = ranked[Math.floor((ranked.length - 1) / 2)];
  if (middle === undefined) throw new RangeError("a result has at least one trial");
  return middle;
}

function rankRun(result: CellResult): number {
  return result.failed ? -1 : (result.score?.axisScore ?? 0);
}
