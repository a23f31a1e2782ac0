/** The side that is compared with a baseline: the numbers of a report, or of another baseline. */
import {
  type Baseline,
  type BaselineTrial,
  type DimensionScores,
  findPassedBefore,
  getOwn,
} from "../core/report/baseline.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import { toPassed } from "../core/report/run-status.ts";
import { defaultWeights, type Weights } from "../core/score/weights.ts";
import { listSandboxMarks } from "./sandboxes.ts";
import { requireMeasured } from "./rehearsal.ts";
import { listTrials, listEntryTrials } from "./trials/trials.ts";

export interface ComparablePair {
  readonly scenarioKey: string;
  readonly agentName: string;
  /** The run failed, whatever the cause. */
  readonly failed: boolean;
  /** Null if that is unknown, or if no run of it is counted. */
  readonly passed: boolean | null;
  /** The mean of its counted trials, as are the dimensions. */
  readonly axisScore: number | null;
  readonly dimensions: DimensionScores;
  /** Undefined if nothing was scored, and in old baselines. */
  readonly formula: string | undefined;
  readonly trials: readonly BaselineTrial[];
}

export interface Comparable {
  readonly reportId: string;
  /** The seed prefix of the random draws in its statistics. */
  readonly seed: string;
  readonly calibration: Report["calibration"];
  /** How much each dimension counts in its AXIS Results; a baseline does not store that. */
  readonly weights: Weights;
  readonly pairs: readonly ComparablePair[];
  /** What isolated its runs; empty if that is unknown. */
  readonly sandboxes: readonly string[];
}

/** The results of a report in its order, or those of a baseline in the order of its document. */
export function toComparable(current: Report | Baseline): Comparable {
  return "reportId" in current ? fromReport(current) : fromBaseline(current);
}

function fromReport(report: Report): Comparable {
  requireMeasured(report);
  const { reportId, seed, calibration, scoring, results } = report;
  return {
    reportId,
    seed: seed ?? reportId,
    calibration,
    weights: scoring?.weights ?? defaultWeights,
    pairs: results.map(toComparablePair),
    sandboxes: listSandboxMarks(results),
  };
}

function toComparablePair(result: PairResult): ComparablePair {
  const { scenarioKey, agentName, failed } = result;
  const { axisScore, goalAchievement, environment, service, agent } = result.means;
  return {
    scenarioKey,
    agentName,
    failed,
    passed: toPassed(result.status),
    axisScore,
    dimensions: { goalAchievement, environment, service, agent },
    formula: result.score?.formula,
    trials: listTrials(result),
  };
}

/** A result without a number has only a status in a baseline. */
function fromBaseline(baseline: Baseline): Comparable {
  const { fromReportId, results, statuses = {} } = baseline;
  const list = (record: Readonly<Record<string, Readonly<Record<string, unknown>>>>) =>
    Object.entries(record).flatMap(([scenarioKey, agents]) =>
      Object.keys(agents).map((agentName) => ({ scenarioKey, agentName })),
    );
  const unnumbered = list(statuses).filter(
    ({ scenarioKey, agentName }) => getOwn(getOwn(results, scenarioKey), agentName) === undefined,
  );
  const pairs = [...list(results), ...unnumbered].map((pair) => readBaselinePair(baseline, pair));
  const { sandboxes = [] } = baseline;
  return { reportId: fromReportId, seed: fromReportId, calibration: undefined, weights: defaultWeights, pairs, sandboxes };
}

function readBaselinePair(
  baseline: Baseline,
  pair: { readonly scenarioKey: string; readonly agentName: string },
): ComparablePair {
  const entry = getOwn(getOwn(baseline.results, pair.scenarioKey), pair.agentName);
  const passed = findPassedBefore(baseline, pair) ?? null;
  const { goalAchievement = null, environment = null, service = null, agent = null } = entry ?? {};
  return {
    ...pair,
    failed: false,
    passed,
    axisScore: entry?.axisScore ?? null,
    dimensions: { goalAchievement, environment, service, agent },
    formula: entry?.formula,
    trials: entry === undefined ? [{ axisScore: null, passed }] : listEntryTrials(entry),
  };
}
