/** The side that is compared with a baseline: the numbers of a report, or of another baseline. */
import type { Baseline, BaselineTrial, DimensionScores } from "../core/report/baseline.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import { requireMeasured } from "./rehearsal.ts";
import { listTrials, listEntryTrials } from "./trials/trials.ts";

export interface ComparablePair {
  readonly scenarioKey: string;
  readonly agentName: string;
  /** The run failed, whatever the cause. */
  readonly failed: boolean;
  /** The agent caused the failure. */
  readonly failedByAgent: boolean;
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
  readonly pairs: readonly ComparablePair[];
}

/** The results of a report in its order, or those of a baseline in the order of its document. */
export function toComparable(current: Report | Baseline): Comparable {
  return "reportId" in current ? fromReport(current) : fromBaseline(current);
}

function fromReport(report: Report): Comparable {
  requireMeasured(report);
  const { reportId, seed, calibration, results } = report;
  return {
    reportId,
    seed: seed ?? reportId,
    calibration,
    pairs: results.map(toComparablePair),
  };
}

function toComparablePair(result: PairResult): ComparablePair {
  const { scenarioKey, agentName, failed, outcomeClass } = result;
  // A failed run has no valid number.
  const score = failed ? undefined : result.score;
  const points = (dimension: keyof ComparablePair["dimensions"]) => score?.[dimension].score ?? null;
  return {
    scenarioKey,
    agentName,
    failed,
    failedByAgent: outcomeClass === "agent",
    axisScore: score?.axisScore ?? null,
    dimensions: {
      goalAchievement: points("goalAchievement"),
      environment: points("environment"),
      service: points("service"),
      agent: points("agent"),
    },
    formula: result.score?.formula,
    trials: listTrials(result),
  };
}

/** A baseline contains only results with a number. */
function fromBaseline({ fromReportId, results }: Baseline): Comparable {
  const pairs = Object.entries(results).flatMap(([scenarioKey, agents]) =>
    Object.entries(agents).map(([agentName, entry]) => {
      const { axisScore, goalAchievement, environment, service, agent, formula } = entry;
      return {
        scenarioKey,
        agentName,
        failed: false,
        failedByAgent: false,
        axisScore,
        dimensions: { goalAchievement, environment, service, agent },
        formula,
        trials: listEntryTrials(entry),
      };
    }),
  );
  return { reportId: fromReportId, seed: fromReportId, calibration: undefined, pairs };
}
