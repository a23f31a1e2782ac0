/** Folds runs into the report: one result per scenario and agent, plus the summary. */
import { pairId, type Cell } from "../core/cell.ts";
import { round9 } from "../core/json.ts";
import { OutcomeClass } from "../core/outcome.ts";
import type { CellResult, PairResult } from "../core/report/pair-result.ts";
import { type Report, reportVersion, type Scoring, type Summary } from "../core/report.ts";
import type { ScriptMark } from "../core/plan/rehearsal.ts";
import type { Shard } from "../core/plan/shard.ts";
import { roundHalfUp } from "../core/score/rounding.ts";
import { shortCard } from "../core/run/run-scorecard.ts";
import { defaultPassMark, type StoppingRule } from "../core/report/verdict.ts";
import { combineCosts, combineUsage } from "../core/model/spending.ts";
import { mean } from "../statistics/mean.ts";
import { agentStatistics } from "./trials/agent-statistics.ts";
import { computeStandings } from "./trials/standings.ts";
import { findStop } from "./trials/stopping.ts";
import { computeMeans } from "../core/report/complete-report.ts";
import { defaultGate, type MinPassRate, type ReportGate } from "../core/report/gate.ts";
import { countStatuses, resultStatus, runStatus, toPassed } from "../core/report/run-status.ts";
import { describeFailure, pickReason } from "../core/report/failure-reason.ts";
import { isAbsent, pickReadings, computeSpread, listTrials } from "./trials/trials.ts";

/** What is known about a report before its runs. */
export interface ReportHeader {
  readonly reportId: string;
  readonly name?: string;
  readonly timestamp: string;
  readonly seed?: string;
  /** With --until decided: the rule that decided which trials to skip. */
  readonly stopping?: StoppingRule;
  readonly rescoredFrom?: string;
  readonly shard?: Shard;
  readonly script?: ScriptMark;
  /** In plan order. */
  readonly cells: readonly Cell[];
  readonly skipped: number;
  /** Broken scenario files that --skip-broken left out. */
  readonly leftOut?: readonly string[];
  /** Absent with --no-score. */
  readonly scoring?: Scoring;
  /** What the results must reach; default: most trials of every result pass. */
  readonly gate?: ReportGate;
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
    if (trials === undefined) return [];
    return [foldTrials(trials, { passMark, stopping: parts.stopping, minPassRate: parts.gate?.minPassRate })];
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
    ...(parts.shard === undefined ? {} : { shard: parts.shard }),
    ...(parts.script === undefined ? {} : { scripted: true as const, script: parts.script }),
    ...(parts.leftOut === undefined ? {} : { leftOut: [...parts.leftOut] }),
    summary: summarize(parts, results, { total: pairs.size, passMark }),
    ...(parts.scoring === undefined ? {} : { scoring: parts.scoring }),
    results,
    ...(results.some(({ score }) => score !== undefined) ? { statistics: agentStatistics(parts, results) } : {}),
    ...addStandings(parts, results),
    ...(parts.gate === undefined ? {} : { gate: parts.gate }),
  };
}

/** Resampling takes time, and a running report will be built again anyway. */
function addStandings(
  { scoring, state, seed, reportId }: ReportParts,
  results: readonly PairResult[],
): Pick<Report, "standings"> {
  const standings =
    scoring === undefined || state === "running" ? undefined : computeStandings(results, seed ?? reportId);
  return standings === undefined ? {} : { standings };
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

function summarize(
  parts: ReportParts,
  results: readonly PairResult[],
  { total, passMark }: { readonly total: number; readonly passMark: number },
): Summary {
  const classes = Object.fromEntries(OutcomeClass.options.map((name) => [name, 0])) as Summary["classes"];
  for (const { outcomeClass } of parts.results) classes[outcomeClass] += 1;
  classes.notRun += parts.cells.length - parts.results.length;
  const numbers = results.flatMap(({ means }) => means.axisScore ?? []);
  const runs = countStatuses(parts.results.map((result) => runStatus(result, passMark)));
  runs["not run"] += parts.cells.length - parts.results.length;
  const counted = countStatuses(results.map(({ status }) => status));
  counted["not run"] += total - results.length;
  const average = mean(numbers);
  return {
    total,
    completed: results.filter(({ failed }) => !failed).length,
    failed: results.filter(({ failed }) => failed).length,
    failedInfrastructure: results.filter(({ outcomeClass }) => outcomeClass === "infrastructure").length,
    classes,
    statuses: { runs, results: counted },
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

/** How trials become a result. */
export interface FoldOptions {
  readonly passMark?: number | undefined;
  readonly minPassRate?: MinPassRate | undefined;
  readonly stopping?: StoppingRule | undefined;
}

/** Makes one result of its trials: means and status of all of them, and the fields of the representative run. */
export function foldTrials(
  trials: readonly CellResult[],
  { passMark = defaultPassMark, minPassRate = defaultGate.minPassRate, stopping }: FoldOptions = {},
): PairResult {
  const { trial: _trial, ...chosen } = findRepresentative(trials);
  const told = trials.toSorted((a, b) => a.trial - b.trial).map((result) => summarizeTrial(result, passMark));
  const status = resultStatus(
    told.map((trial) => trial.status),
    minPassRate,
  );
  const why = pickReason(told, status);
  const result = { ...chosen, status, ...(why === undefined ? {} : { why }), means: computeMeans(told) };
  if (trials.length === 1) return result;
  const folded = { ...result, trials: told };
  const spread = computeSpread(listTrials(folded));
  const stopped = stopping === undefined ? null : findStop(trials, stopping, passMark);
  return {
    ...folded,
    ...(stopped === null ? {} : { stoppedAt: stopped }),
    ...(spread === undefined ? {} : { spread }),
  };
}

function summarizeTrial(result: CellResult, passMark: number): NonNullable<PairResult["trials"]>[number] {
  const status = runStatus(result, passMark);
  const why = describeFailure(result, status, passMark);
  return {
    trial: result.trial,
    runId: result.runId,
    failed: result.failed,
    outcomeClass: result.outcomeClass,
    status,
    ...(why === undefined ? {} : { why }),
    axisScore: result.score?.axisScore ?? null,
    passed: toPassed(status),
    durationMs: result.durationMs,
    ...pickReadings(result),
    goals: result.score?.judging.goal?.goals,
    ...(result.scorecard === undefined ? {} : { scorecard: shortCard(result.scorecard) }),
    file: result.file,
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
