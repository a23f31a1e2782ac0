/** Review: the judged checks that wait for a person, one by one, with what each is about. Made for the keyboard. */
import { useEffect, useState } from "preact/hooks";
import type { ReviewAnswer, ReviewItem } from "../../../src/report/review/review-answer.ts";
import { useShortcuts } from "../parts/keys.tsx";
import type { RunSource } from "../source/source.ts";
import { safe, safeLine, safeName } from "../text/safe.ts";
import { AgreementPanel } from "./agreement-panel.tsx";
import { DecisionCard, JustNow } from "./decision-card.tsx";
import { Evidence } from "./evidence.tsx";
import { reasonWords } from "./label-words.ts";
import type { ReviewStore } from "./review-store.ts";
import { type CheckPlace, type Review, useReview } from "./use-review.ts";

export interface ReviewPageProps {
  readonly store: ReviewStore;
  readonly source: RunSource;
  /** The check in the address; null for the first of the queue. */
  readonly place: CheckPlace | null;
  readonly onPlace: (place: CheckPlace) => void;
  readonly linkTo: (runId: string, step?: number) => string;
}

export function ReviewPage({ store, source, place, onPlace, linkTo }: ReviewPageProps) {
  const review = useReview(store, place, onPlace);
  const { answer, error, current } = review;
  if (answer === null)
    return error === null ? (
      <p class="waiting">Loading the checks.</p>
    ) : (
      <p class="notice bad">The checks cannot be read: {safe(error)}.</p>
    );
  return (
    <div class="review">
      <ReviewKeys review={review} linkTo={linkTo} />
      <Queue review={review} />
      {current === null ? (
        <NothingWaits answer={answer} />
      ) : (
        <Evidence key={current.runId} {...{ source, linkTo }} place={current} item={review.item} />
      )}
      <div class="review-side">
        {current !== null && <DecisionCard key={`${current.runId} ${current.checkIndex}`} review={review} />}
        <JustNow review={review} />
        <AgreementPanel agreement={review.agreement ?? answer.agreement} store={store} by={answer.by} />
        {answer.broken.map(({ place: where, why }) => (
          <p class="notice" key={where}>
            {safe(where)} does not count: {safe(why)}.
          </p>
        ))}
      </div>
      <p class="review-keys">
        <span>
          <kbd>H</kbd> <kbd>N</kbd> <kbd>U</kbd> decide
        </span>
        <span>
          <kbd>J</kbd> <kbd>K</kbd> next, previous
        </span>
        <span>
          <kbd>Z</kbd> undo
        </span>
        <span>
          <kbd>O</kbd> open the run
        </span>
        <span>
          <kbd>?</kbd> all keys
        </span>
      </p>
    </div>
  );
}

/** Decisions by key wait for nothing: the note is saved as far as it is written. */
function ReviewKeys({ review, linkTo }: { readonly review: Review } & Pick<ReviewPageProps, "linkTo">) {
  const open = () => {
    if (review.current !== null) location.href = linkTo(review.current.runId);
  };
  useShortcuts([
    { key: "h", label: "It holds", run: () => review.decide("pass") },
    { key: "y", label: "It holds", run: () => review.decide("pass") },
    { key: "n", label: "It does not hold", run: () => review.decide("fail") },
    { key: "u", label: "I cannot tell", run: () => review.decide("unsure") },
    { key: "j", label: "Next check", run: () => review.move(1) },
    { key: "k", label: "Previous check", run: () => review.move(-1) },
    { key: "z", label: "Undo the last label", run: () => review.undo() },
    { key: "o", label: "Open the run", run: open },
  ]);
  return null;
}

/** Rows of the queue that are shown at once. */
const rowsShown = 9;

function Queue({ review }: { readonly review: Review }) {
  const { items, waiting, current } = review;
  const [isAll, setAll] = useState(false);
  const position = items.findIndex((item) => isAt(item, current));
  const isBeyond = position >= rowsShown;
  useEffect(() => {
    if (isBeyond) setAll(true);
  }, [isBeyond]);
  const shown = isAll ? items : items.slice(0, rowsShown);
  return (
    <nav class="review-queue" aria-label="Checks that wait">
      <h1>
        Review <small>{waiting === 1 ? "1 waits" : `${waiting} wait`}</small>
      </h1>
      {items.length > 0 && (
        <p class="review-order">
          most useful first
          <span class="review-steps">
            <button type="button" onClick={() => review.move(-1)}>
              Previous
            </button>
            <button type="button" onClick={() => review.move(1)}>
              Next
            </button>
          </span>
        </p>
      )}
      <ol>
        {shown.map((item) => (
          <QueueRow key={item.key} item={item} isCurrent={isAt(item, current)} show={() => review.show(item)} />
        ))}
      </ol>
      {items.length > shown.length && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          {items.length - shown.length} more
        </button>
      )}
      {isAll && waiting > items.length && <p class="decided">{waiting - items.length} more wait after these.</p>}
    </nav>
  );
}

function isAt(item: ReviewItem, place: CheckPlace | null): boolean {
  return place !== null && item.runId === place.runId && item.checkIndex === place.checkIndex;
}

interface RowProps {
  readonly item: ReviewItem;
  readonly isCurrent: boolean;
  readonly show: () => void;
}

function QueueRow({ item, isCurrent, show }: RowProps) {
  const { check, scenario, agent, why } = item;
  return (
    <li>
      <button type="button" aria-current={isCurrent ? "true" : undefined} onClick={show}>
        <b>{safeLine(check, 160)}</b>
        <span>
          {safeName(scenario, 60)} · {safeName(agent, 60)}
        </span>
        <i>{reasonWords[why]}</i>
      </button>
    </li>
  );
}

function NothingWaits({ answer }: { readonly answer: ReviewAnswer }) {
  const { labels, needed } = answer.agreement;
  return (
    <div class="state empty">
      <p class="state-title">No check waits.</p>
      <p>
        {labels === 0
          ? "A check can be reviewed once a judge has graded it. Checks that a program verifies are not listed here."
          : `Every check that is worth a look has a label. ${labels} of ${needed} labels count.`}
      </p>
    </div>
  );
}
