/** The parts of review that a page of a server has and a file has not. */
import type { ComponentChild, ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { parseRoute, reviewLink, runLink } from "../page-routes.ts";
import { useHashChange } from "../router.ts";
import type { RunSource } from "../source/source.ts";
import { LabelledRun } from "./labelled-run.tsx";
import { ReviewPage } from "./review-page.tsx";
import { type ReviewStore, ReviewStoreContext } from "./review-store.ts";
import type { CheckPlace } from "./use-review.ts";
import { createViewStore } from "./view-store.ts";

interface PlacedProps {
  readonly source: RunSource;
  /** The check in the address. */
  readonly place: CheckPlace | null;
}

export interface ReviewParts {
  readonly Page: (props: PlacedProps) => ComponentChild;
  /** Around the page of a run: lets a person label its checks and steps. */
  readonly Run: (props: { readonly runId: string; readonly children: ComponentChildren }) => ComponentChild;
}

/** Undefined if the server takes no labels. */
export function createReviewParts(document: Document): ReviewParts | undefined {
  const store = createViewStore(document);
  if (store === null) return undefined;
  return {
    Page: (props) => <ReportReview {...props} store={store} />,
    Run: (props) => (
      <ReviewStoreContext.Provider value={store}>
        <LabelledRun {...props} />
      </ReviewStoreContext.Provider>
    ),
  };
}

function ReportReview({ store, source, place }: PlacedProps & { readonly store: ReviewStore }) {
  const [current, setCurrent] = useState(place);
  useHashChange(() => {
    const route = parseRoute(location.hash);
    if (route.view === "review") setCurrent(route.place);
  });
  const show = (next: CheckPlace) => {
    history.replaceState(null, "", reviewLink(next));
    setCurrent(next);
  };
  return (
    <ReviewPage
      store={store}
      source={source}
      place={current}
      onPlace={show}
      linkTo={(runId, step) => runLink({ side: 0, runId }, step)}
    />
  );
}
