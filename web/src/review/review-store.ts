/** Where a page reads what waits for a person, and where it saves labels. */
import { createContext } from "preact";
import type { LabelTarget, ReviewLabel } from "../../../src/core/review/review-label.ts";
import type { LabelAnswer, ReviewAnswer } from "../../../src/report/review/review-answer.ts";

/** What a person says, and about what. The server adds what the judge said, who it was, and when. */
export interface LabelDraft extends Pick<LabelTarget, "id" | "checkIndex" | "step" | "evaluation" | "item" | "metric"> {
  readonly human: ReviewLabel["human"];
  readonly notes: string;
  /** Only for an item of an evaluation: the score of the metric, and from where it passes. */
  readonly judge?: number | null;
  readonly passFrom?: number;
}

/** Both functions throw errors that can be shown. */
export interface ReviewStore {
  read(): Promise<ReviewAnswer>;
  /** The labels of one run that count. */
  labelsOf(runId: string): Promise<readonly ReviewLabel[]>;
  save(draft: LabelDraft): Promise<LabelAnswer>;
  /** Where the labels are kept, as a sentence can name it. */
  readonly place: string;
  /** Saves all labels as a file; absent where they are a file already. */
  readonly download?: () => Promise<void>;
}

/** Null where nothing can be saved: a file opened from disk, or a server that only reads. */
export const ReviewStoreContext = createContext<ReviewStore | null>(null);
