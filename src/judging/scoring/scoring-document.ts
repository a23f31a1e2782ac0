/** The scoring rules as stored in the report, so that the report explains its own numbers. */
import type { Scoring } from "../../core/report.ts";
import { defaultPassMark } from "../../core/report/verdict.ts";
import type { Weights } from "../../core/score/weights.ts";
import { calibration } from "./calibrate.ts";
import { dimensions } from "./dimensions.ts";
import { speedThresholdsMs } from "./speed.ts";

/** The `scoring` key of report.json. */
export function scoringDocument(weights: Weights, passMark = defaultPassMark): Scoring {
  return {
    weights: { ...weights },
    calibration: { ...calibration },
    speedThresholdsMs: {
      environment: [...speedThresholdsMs.environment],
      service: [...speedThresholdsMs.service],
      agent: [...speedThresholdsMs.agent],
    },
    signalWeights: {
      environment: { ...dimensions.environment.signals },
      service: { ...dimensions.service.signals },
      agent: { ...dimensions.agent.signals },
    },
    passMark,
  };
}
