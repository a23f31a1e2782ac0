/** The parts of review that a page of a server has and a file has not. */
import { LabelledRun } from "./labelled-run.tsx";
import { ReviewPage } from "./review-page.tsx";
import type { ReviewStore } from "./review-store.ts";
import { createViewStore } from "./view-store.ts";

export interface ReviewParts {
  readonly store: ReviewStore;
  readonly Page: typeof ReviewPage;
  /** Around the page of a run: lets a person label its checks and steps. */
  readonly Run: typeof LabelledRun;
}

/** Undefined if the server takes no labels. */
export function createReviewParts(document: Document): ReviewParts | undefined {
  const store = createViewStore(document);
  return store === null ? undefined : { store, Page: ReviewPage, Run: LabelledRun };
}
