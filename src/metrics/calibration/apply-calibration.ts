/** Applies the calibration of its judge to a report: adds the pass rates that people would have given. */
import type { AgentStatistics } from "../../core/report/agent-statistics.ts";
import type { Calibration } from "../../core/report/calibration.ts";
import type { Report } from "../../core/report.ts";
import { listTrials } from "../../report/trials/trials.ts";
import { roganGladen } from "../../statistics/judges/calibration.ts";
import { identifyJudge, whyNotCalibrated } from "./judge-identity.ts";

/** Returns the report unchanged if there is no calibration, or no judge that decided anything. */
export function applyCalibration(report: Report, calibration: Calibration | undefined, promptHash: string): Report {
  if (calibration === undefined || report.scoring === undefined) return report;
  const identity = identifyJudge(report, promptHash);
  if (identity === null) return report;
  const why = whyNotCalibrated(identity, calibration);
  if (why !== null) return { ...report, calibration: { judge: identity.judge, applies: false, why } };
  const { truePositives, falseNegatives, trueNegatives, falsePositives } = calibration.agreement;
  const counts = {
    truePositives,
    humanPositives: truePositives + falseNegatives,
    trueNegatives,
    humanNegatives: trueNegatives + falsePositives,
  };
  const statistics = report.statistics?.map((each) => addCorrectedRate(each, report, counts));
  return {
    ...report,
    calibration: { judge: identity.judge, applies: true, counts },
    ...(statistics === undefined ? {} : { statistics }),
  };
}

function addCorrectedRate(
  statistics: AgentStatistics,
  { results }: Report,
  counts: NonNullable<NonNullable<Report["calibration"]>["counts"]>,
): AgentStatistics {
  const own = results.filter(({ agentName }) => agentName === statistics.agentName);
  const passed = own.flatMap(listTrials).flatMap((trial) => trial.passed ?? []);
  const correctedPassRate = roganGladen({ passes: passed.filter(Boolean).length, n: passed.length, ...counts });
  return { ...statistics, correctedPassRate };
}
