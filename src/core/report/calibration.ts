/** What labels from people show about a judge: how well it agrees, and for which judge that was measured. */
import { z } from "zod";

const number = z.number().nullable();
/** A value with its bounds; null if the labels cannot tell. */
export const Estimate = z.object({ value: number, lower: number, upper: number });
export type Estimate = z.infer<typeof Estimate>;

/** From this many labels on, the numbers of a calibration are stable. */
export const neededLabels = 50;

/** A calibration applies only to the judge, the prompt and the rubrics it was made with. */
export const JudgeIdentity = z.object({
  judge: z.string(),
  /** Hash of the prompt text. */
  promptHash: z.string(),
  /** Hashes of the rubrics that were judged. */
  rubricHashes: z.array(z.string()),
});
export type JudgeIdentity = z.infer<typeof JudgeIdentity>;

const count = z.number().int().nonnegative();

/** What a report says about the calibration of its judge. */
export const AppliedCalibration = z.object({
  judge: z.string(),
  /** False: the judge is not calibrated, and `why` says what differs. */
  applies: z.boolean(),
  why: z.string().optional(),
  /** How its passes and failures compare with those of people. */
  counts: z
    .object({ truePositives: count, humanPositives: count, trueNegatives: count, humanNegatives: count })
    .optional(),
});
export type AppliedCalibration = z.infer<typeof AppliedCalibration>;

/** A record on which the judge and people disagree. */
export const MisalignedRecord = z.object({
  id: z.string(),
  judge: z.number(),
  reason: z.string().nullable(),
  notes: z.string().nullable(),
});
export type MisalignedRecord = z.infer<typeof MisalignedRecord>;

export const Agreement = z.object({
  /** Records with a label from people and a score from the judge. */
  n: count,
  /** Scores from this value on count as a pass. */
  threshold: z.number(),
  truePositives: count,
  falsePositives: count,
  trueNegatives: count,
  falseNegatives: count,
  /** Share of passes among people's labels. */
  baseRate: number,
  accuracy: Estimate,
  precision: number,
  /** Share of people's passes that the judge finds; also called recall. */
  sensitivity: number,
  specificity: number,
  f1: number,
  kappa: Estimate,
  ac1: Estimate,
  alpha: Estimate,
  /** Only if labels are on a scale. */
  weightedKappa: Estimate.optional(),
  reading: z.enum(["poor", "fair", "moderate", "good", "very good"]).nullable(),
  /** The mean that people would have given, if the judge scored more records than they did. */
  correctedMean: Estimate,
  /** The threshold with the best kappa on one half of the records, and its kappa on the other. */
  betterThreshold: z.object({ threshold: z.number(), kappa: number, presentKappa: number }).nullable(),
  tooLenient: z.array(MisalignedRecord),
  tooStrict: z.array(MisalignedRecord),
  warnings: z.array(z.string()),
});
export type Agreement = z.infer<typeof Agreement>;

/** `.axis/calibration.json`. */
export const Calibration = z.object({
  version: z.literal("1"),
  timestamp: z.string(),
  identity: JudgeIdentity,
  agreement: Agreement,
});
export type Calibration = z.infer<typeof Calibration>;
