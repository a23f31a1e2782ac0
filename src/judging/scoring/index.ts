/** The entry point `axis-eval/scoring`: recomputes every number of a run, without a model, a file or the environment. */
export { evidenceFromRun, gatherEvidence, type GatheredRun } from "../../agents/transcript/gather.ts";
export type { Entry } from "../../core/entry.ts";
export type { Evidence } from "../../core/evidence.ts";
export type { Fix, FixOwner, FixPoints, FixRun, FixSummary } from "../../core/report/fix.ts";
export type { Interaction } from "../../core/interaction.ts";
export type { Answer, AskContext, Judge, JudgeUsed } from "../../core/judge.ts";
export type { Outcome } from "../../core/outcome.ts";
export type { Grade, Necessity, Question, QuestionId } from "../../core/question.ts";
export type { Scoring } from "../../core/report.ts";
export type { RunDetail } from "../../core/report/run-detail.ts";
export type {
  BaselineScope,
  LatencyBaseline,
  ResourceUsage,
  RunFacts,
  RunOutcome,
  RunReason,
  ScoreRun,
  StageFacts,
} from "../../core/run/run-facts.ts";
export {
  type CardAxes,
  type CardAxis,
  type CardTier,
  type CardWeights,
  formulaVersion,
  type RunScorecard,
} from "../../core/run/run-scorecard.ts";
export { listStages, type ObservedStages } from "../../core/run/stages.ts";
export { type Fraction, tierBounds, tierForMean, tierForScore } from "../../core/run/tier.ts";
export type { Check, VerifiedCheck } from "../../core/scenario/check.ts";
export { combine, failed, fromRaw, notApplicable, type Score, scored, type ShareScore } from "../../core/score.ts";
export {
  type Audit,
  type AxisResult,
  type DimensionResult,
  type DimensionState,
  formula,
  type GradedCriterion,
  type SignalName,
} from "../../core/score/axis-result.ts";
export { CardWeightsInput, toBasisPoints } from "../../core/score/card-weights.ts";
export type { Category, DimensionId } from "../../core/score/category.ts";
export { defaultWeights, type Weights } from "../../core/score/weights.ts";
export {
  type FinishedRun,
  latencyBaseline,
  type LatencySample,
  latencyWindow,
  newestSamples,
} from "../../core/run/latency-baseline.ts";
export {
  completionAxis,
  countStages,
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
export { addUpFixes, type AddedFixes, type ReportedPair } from "../fixes/add-up.ts";
export { findCauses } from "../fixes/find-causes.ts";
export type { CauseInRun, CausesTogether, RunCauses } from "../fixes/run-causes.ts";
export { axisResult, composite, effectiveWeights, type ScoredRun, type ScoringDeps } from "./axis-result.ts";
export { calibrate, calibration, roundPoints, shareToPoints } from "./calibrate.ts";
export { type Dimension, dimensions, selectInteractions } from "./dimensions.ts";
export { failedCriteria, goalScore, gradeCriteria, judgedChecks, type KnownGrades, missingCriteria } from "./goal.ts";
export {
  type Composite,
  type DimensionStates,
  fromDimensionState,
  ruleOnRun,
  type RunRuling,
  toDimensionState,
  whyNotApplicable,
} from "./policy.ts";
export {
  contextWeightedMean,
  type JudgedAudit,
  type JudgedProcess,
  processScore,
  type ProcessScore,
  type RawSignals,
  severityWeightedMean,
  unaskedScore,
} from "./process-score.ts";
export { scoringDocument } from "./scoring-document.ts";
export { speedScore, speedThresholdsMs } from "./speed.ts";
