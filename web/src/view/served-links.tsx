/** What the masthead of a served report has and that of a file has not: the ways to other pages, and whether this one is up to date. */
import { reviewLink } from "../page-routes.ts";
import { LiveMark, type LiveState } from "./live-mark.tsx";

interface ServedLinksProps {
  readonly live: LiveState;
  readonly isInProgress: boolean;
  /** Whether labels can be given. */
  readonly hasReview: boolean;
  /** Whether the review is the current view. */
  readonly isReview: boolean;
}

export function ServedLinks({ live, isInProgress, hasReview, isReview }: ServedLinksProps) {
  return (
    <>
      <a href="/">All reports</a>
      {hasReview && (
        <a href={reviewLink()} aria-current={isReview ? "page" : undefined}>
          Review
        </a>
      )}
      <LiveMark live={live} isInProgress={isInProgress} />
    </>
  );
}
