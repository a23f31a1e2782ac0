/** The entry point `axis-eval/scoring`: recomputes every number of a run, without a model, a clock or the environment. */
export { gatherEvidence } from "../../agents/transcript/gather.ts";
export { latencyBaseline, latencyWindow, newestSamples } from "../../core/run/latency-baseline.ts";
export { formulaVersion } from "../../core/run/run-scorecard.ts";
export { tierBounds, tierForScore } from "../../core/run/tier.ts";
export { combine, failed, fromRaw, notApplicable, scored } from "../../core/score.ts";
export { formula } from "../../core/score/axis-result.ts";
export { CardWeightsInput, toBasisPoints } from "../../core/score/card-weights.ts";
export { defaultWeights } from "../../core/score/weights.ts";
export {
  completionAxis,
  defaultCardWeights,
  errorRateAxis,
  latencyAxis,
  recomputeCard,
  resolveCardWeights,
  resourceEfficiencyAxis,
  reweightCard,
  scoreRun,
  usageParts,
} from "../scorecard/score-run.ts";
export { axisResult, composite, effectiveWeights } from "./axis-result.ts";
export { calibrate, calibration, roundPoints, shareToPoints } from "./calibrate.ts";
export { dimensions, selectInteractions } from "./dimensions.ts";
export { failedCriteria, goalScore, gradeCriteria, judgedChecks, missingCriteria } from "./goal.ts";
export { fromDimensionState, ruleOnRun, toDimensionState, whyNotApplicable } from "./policy.ts";
export { contextWeightedMean, processScore, severityWeightedMean, unaskedScore } from "./process-score.ts";
export { scoringDocument } from "./scoring-document.ts";
export { speedScore, speedThresholdsMs } from "./speed.ts";
