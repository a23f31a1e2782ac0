/** What a person says about a judgement: whether a check holds, a step was needed, a run or an item of a dataset passes. */
import { z } from "zod";

/** `unsure` is kept and never counts; `withdrawn` takes back the person's earlier label. */
export const HumanVerdict = z.enum(["pass", "fail", "unsure", "withdrawn"]);
export type HumanVerdict = z.infer<typeof HumanVerdict>;

/** A share from 0 to 1. */
const share = z.number().min(0).max(1);
const position = z.number().int().nonnegative();
const name = z.string().min(1).max(1_000);
/** Long enough for any reason or note, and short enough that a line is written in one piece. */
const text = z.string().max(20_000);

/** The most characters of a note. */
export const maxNoteLength = 4_000;

/** What is labelled: a run as a whole, one of its checks or steps, a metric of an item, or the winner of a competition. */
const target = {
  /** The run. */
  id: name.optional(),
  /** The text of the check, and its position in the rubric, from 0. */
  check: text.optional(),
  checkIndex: position.optional(),
  /** The number of a step: whether it was needed. */
  step: z.number().int().positive().optional(),
  evaluation: name.optional(),
  item: name.optional(),
  metric: name.optional(),
  /** The competition whose proposed winner a person agreed with, or not; `agent` is whom they picked. */
  competition: name.optional(),
};
export const LabelTarget = z.object(target);
export type LabelTarget = z.infer<typeof LabelTarget>;

/** One line of a label file. Each label is complete, so that it can be read without the report. */
export const ReviewLabel = z
  .object({
    ...target,
    human: HumanVerdict,
    /** What AXIS said at that time; null if it said nothing. */
    judge: share.nullable().optional(),
    /** From this share on, AXIS counted it as a pass. */
    passFrom: share.optional(),
    /** Who decided: a judge, or a program. */
    decidedBy: z.enum(["judge", "verify"]).optional(),
    /** The name of the judge. */
    judgeName: name.optional(),
    /** The judge's reason. */
    reason: text.nullable().optional(),
    notes: text.nullable().optional(),
    /** Who said so; null if that is unknown. */
    by: z.string().max(200).nullable().optional(),
    at: z.iso.datetime({ offset: true }).optional(),
    scenario: name.optional(),
    agent: name.optional(),
    trial: z.number().int().positive().optional(),
    report: name.optional(),
  })
  .refine(
    hasOneTarget,
    "needs the id of a run, with a check or a step if it is about one; or evaluation, item and metric; or a competition",
  );
export type ReviewLabel = z.infer<typeof ReviewLabel>;

function hasOneTarget({ competition, id, check, checkIndex, step, evaluation, item, metric }: LabelTarget): boolean {
  const parts = [evaluation, item, metric].filter((part) => part !== undefined).length;
  const isOfCheck = check !== undefined || checkIndex !== undefined;
  if (competition !== undefined) return id === undefined && parts === 0 && !isOfCheck && step === undefined;
  if (id === undefined) return parts === 3 && !isOfCheck && step === undefined;
  return parts === 0 && !(isOfCheck && step !== undefined);
}
