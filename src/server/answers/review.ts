/** Responses about what people say: the checks that wait for them, their labels, and how far the judges agree. */
import { z } from "@hono/zod-openapi";
import { ReviewLabel } from "../../core/review/review-label.ts";
import type { PeopleAgreement } from "../../report/review/people-agreement.ts";
import type { ReviewItem } from "../../report/review/review-answer.ts";

const count = z.number().int().nonnegative();
const Bounds = z.strictObject({
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});

/** A label as the label file stores it. */
export const LabelAnswerSchema = z.object(ReviewLabel.shape).openapi("Label");

export const AgreementAnswer = z
  .strictObject({
    labels: count.openapi({ description: "Labels of judged checks that count" }),
    needed: count.openapi({ description: "How many a calibration needs" }),
    both_pass: count,
    both_fail: count,
    too_lenient: count.openapi({ description: "The judge says that it holds, people say that it does not" }),
    too_strict: count,
    accuracy: Bounds,
    kappa: Bounds,
    unsure: count.openapi({ description: "Labels without a decision; they do not count" }),
  })
  .openapi("PeopleAgreement");

export const ReviewRow = z
  .strictObject({
    key: z.string(),
    why: z.enum(["panel", "first", "close", "random"]),
    run_id: z.string(),
    check_index: count,
    check: z.string(),
    cites: z.array(z.union([z.number(), z.string()])),
    scenario: z.string(),
    agent: z.string(),
    trial: z.number().int().nullable(),
    report_id: z.string().nullable(),
  })
  .openapi("ReviewItem");

export function toAgreementAnswer(agreement: PeopleAgreement): z.infer<typeof AgreementAnswer> {
  const { labels, needed, bothPass, bothFail, tooLenient, tooStrict, accuracy, kappa, unsure } = agreement;
  return {
    labels,
    needed,
    both_pass: bothPass,
    both_fail: bothFail,
    too_lenient: tooLenient,
    too_strict: tooStrict,
    accuracy,
    kappa,
    unsure,
  };
}

export function toReviewItem(item: ReviewItem): z.infer<typeof ReviewRow> {
  const { key, why, runId, checkIndex, check, cites, scenario, agent, trial, report } = item;
  return {
    key,
    why,
    run_id: runId,
    check_index: checkIndex,
    check,
    cites: [...cites],
    scenario,
    agent,
    trial,
    report_id: report,
  };
}
