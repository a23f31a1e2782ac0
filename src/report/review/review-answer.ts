/** What a page needs to let a person review judged checks. It has no grade: that stays hidden until the person decides. */
import type { BrokenLine, LabelLines } from "../../core/review/label-book.ts";
import type { ReviewLabel } from "../../core/review/review-label.ts";
import { type JudgedCheck, type LabelledRun, listJudgedChecks } from "./judged-checks.ts";
import { measurePeopleAgreement, type PeopleAgreement } from "./people-agreement.ts";
import { queueForReview, type ReviewReason } from "./review-queue.ts";
import { settleLabels } from "./settle-labels.ts";

/** A check that waits for a person. */
export interface ReviewItem {
  readonly key: string;
  readonly why: ReviewReason;
  readonly runId: string;
  /** Position in the rubric, from 0. */
  readonly checkIndex: number;
  readonly check: string;
  /** The steps and files that the judge based its grade on. */
  readonly cites: readonly (number | string)[];
  readonly scenario: string;
  readonly agent: string;
  readonly trial: number | null;
  readonly report: string | null;
}

export interface ReviewAnswer {
  /** The most useful first, at most as many as were asked for. */
  readonly items: readonly ReviewItem[];
  readonly waiting: number;
  readonly agreement: PeopleAgreement;
  /** The label of each person that counts, for the runs in question. */
  readonly labels: readonly ReviewLabel[];
  readonly broken: readonly BrokenLine[];
  /** Who gives labels on this page; null if that is unknown. */
  readonly by: string | null;
}

interface ReviewRequest {
  readonly runs: readonly LabelledRun[];
  readonly lines: LabelLines;
  readonly limit: number;
  readonly skip?: number;
  readonly by: string | null;
}

export function answerReview({ runs, lines, limit, skip = 0, by }: ReviewRequest): ReviewAnswer {
  const settled = settleLabels(lines.labels);
  const queue = queueForReview(runs.flatMap(listJudgedChecks), settled);
  const known = new Set(runs.map(({ id }) => id));
  return {
    items: queue.slice(skip, skip + limit).map(({ key, why, judged }) => ({ key, why, ...toItem(judged) })),
    waiting: queue.length,
    agreement: measurePeopleAgreement(settled, "check"),
    labels: settled.flatMap(({ standing }) => standing).filter(({ id }) => id !== undefined && known.has(id)),
    broken: lines.broken,
    by,
  };
}

function toItem({ run, index, criterion }: JudgedCheck): Omit<ReviewItem, "key" | "why"> {
  const { id, scenario, agent, trial = null, report = null } = run;
  const { check, cites = [] } = criterion;
  return { runId: id, checkIndex: index, check, cites, scenario, agent, trial, report };
}

/** What a page hears after a label was given: the whole label with the judge's side, and the new numbers. */
export interface LabelAnswer {
  readonly label: ReviewLabel;
  readonly agreement: PeopleAgreement;
}

export function answerLabel(label: ReviewLabel, lines: LabelLines): LabelAnswer {
  return { label, agreement: measurePeopleAgreement(settleLabels(lines.labels), "check") };
}
