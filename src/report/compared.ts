/** What is compared with a baseline: a report, or another baseline, as the numbers of its pairs. */
import type { Baseline, BaselineTrial, DimensionScores } from "../core/report/baseline.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import { defaultPassMark } from "../core/report/verdict.ts";
import { requireMeasured } from "./rehearsal.ts";
import { trialsOf, trialsOfEntry } from "./trials/trials.ts";

export interface ComparedPair {
  readonly scenarioKey: string;
  readonly agentName: string;
  /** The run failed, whoever is to blame. */
  readonly failed: boolean;
  /** The agent is. */
  readonly failedByAgent: boolean;
  readonly axisScore: number | null;
  readonly dimensions: DimensionScores;
  /** Undefined where nothing was scored, and in old baselines. */
  readonly formula: string | undefined;
  readonly trials: readonly BaselineTrial[];
}

export interface Compared {
  readonly reportId: string;
  /** What the draws of its statistics begin with. */
  readonly seed: string;
  readonly calibration: Report["calibration"];
  readonly pairs: readonly ComparedPair[];
}

/** The pairs of a report in its order, or those of a baseline in the order of its document. */
export function comparedIn(current: Report | Baseline): Compared {
  return "reportId" in current ? ofReport(current) : ofBaseline(current);
}

function ofReport(report: Report): Compared {
  requireMeasured(report);
  const { reportId, seed, calibration, scoring, results } = report;
  const passMark = scoring?.passMark ?? defaultPassMark;
  return {
    reportId,
    seed: seed ?? reportId,
    calibration,
    pairs: results.map((result) => pairOf(result, passMark)),
  };
}

function pairOf(result: PairResult, passMark: number): ComparedPair {
  const { scenarioKey, agentName, failed, outcomeClass } = result;
  // Of a failed run no number counts.
  const score = failed ? undefined : result.score;
  return {
    scenarioKey,
    agentName,
    failed,
    failedByAgent: outcomeClass === "agent",
    axisScore: score?.axisScore ?? null,
    dimensions: {
      goalAchievement: score?.goalAchievement.score ?? null,
      environment: score?.environment.score ?? null,
      service: score?.service.score ?? null,
      agent: score?.agent.score ?? null,
    },
    formula: result.score?.formula,
    trials: trialsOf(result, passMark),
  };
}

/** Only pairs with a number enter a baseline. */
function ofBaseline({ fromReportId, results }: Baseline): Compared {
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
        trials: trialsOfEntry(entry),
      };
    }),
  );
  return { reportId: fromReportId, seed: fromReportId, calibration: undefined, pairs };
}
