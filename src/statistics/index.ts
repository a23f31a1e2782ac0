/** The statistics door: every function by name. */
export type { Interval, OpenInterval } from "./interval.ts";
export { cohenKappa, gwetAC1, weightedKappa } from "./judges/agreement.ts";
export { bradleyTerry } from "./judges/bradley-terry.ts";
export { judgeAccuracy, predictionPoweredMean, roganGladen } from "./judges/calibration.ts";
export { correctedDifference } from "./judges/corrected-difference.ts";
export { krippendorffAlpha } from "./judges/krippendorff.ts";
export { mean, standardDeviation } from "./mean.ts";
export { normalCdf, normalQuantile } from "./normal.ts";
export { clusteredStandardError, designEffect, intraclassCorrelation } from "./one-group/clusters.ts";
export { meanInterval, pairedDifference } from "./one-group/mean-interval.ts";
export { missingBounds } from "./one-group/missing-bounds.ts";
export { meanPassAtK, meanPassHatK, passAtK, passHatK } from "./one-group/pass-at-k.ts";
export { driftCheck, geometricMeanRatio, medianInterval } from "./one-group/resources.ts";
export { clusteredWilsonInterval, wilsonInterval } from "./one-group/wilson.ts";
export { bootstrapDifference, bootstrapMean } from "./planning/bootstrap-mean.ts";
export { bootstrap } from "./planning/bootstrap.ts";
export { benjaminiHochberg, holm } from "./planning/corrections.ts";
export { minimumDetectableEffect, scenariosNeeded, trialsNeeded } from "./planning/power.ts";
export { alphaSpending, confidenceSequence, sprt } from "./planning/sequential.ts";
export { varianceComponents } from "./planning/variance-components.ts";
export { quantile } from "./quantile.ts";
export { createRandom, type Random, randomUint32, type Seed } from "./random.ts";
export { studentTCdf, studentTQuantile } from "./student-t.ts";
export {
  type RunComparisonOptions as CompareOptions,
  compareRuns,
  type RunComparison,
} from "./two-groups/compare-runs.ts";
export { discordantNeeded, fisherExact, mcnemarExact } from "./two-groups/exact-tests.ts";
export { newcombeInterval, newcombePaired } from "./two-groups/newcombe.ts";
export type { RunCell } from "./two-groups/pairing.ts";
export { stratifiedPermutationTest } from "./two-groups/permutation.ts";
export { signFlipTest } from "./two-groups/sign-flip.ts";
export { differenceComponents, stratifiedDifference, stratifiedRateDifference } from "./two-groups/stratified.ts";
export { type Verdict, verdict } from "./two-groups/verdict.ts";
