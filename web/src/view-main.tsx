/** The script of `axis view`: the list of a project, or one of its reports, kept up to date by the server. */
import "../style/base.css";
import "../style/parts.css";
import "../style/stacks.css";
import "../style/live.css";
import "../style/text.css";
import "../style/diff.css";
import "../style/home.css";
import "../style/run.css";
import "../style/transcript.css";
import "../style/compare.css";
import "../style/review.css";
import "../style/print.css";
import { render } from "preact";
import type { ListingIndex } from "../../src/report/html/listing-index.ts";
import type { PageIndex } from "../../src/report/html/page-index.ts";
import { App } from "./app.tsx";
import { createReviewParts } from "./review/review-parts.ts";
import { RunInProgress } from "./run/run-in-progress.tsx";
import { createServedSource, type ServedSource } from "./source/served.ts";
import { safe } from "./text/safe.ts";
import { ListingApp } from "./view/listing-app.tsx";
import type { LiveState } from "./view/live-mark.tsx";
import { useWork } from "./view/use-work.ts";
import { useServedIndex } from "./view/use-served-index.ts";

const review = createReviewParts(document);
const root = document.getElementById("app");
if (root !== null) {
  root.replaceChildren();
  render(<ServedPage source={createServedSource()} />, root);
}

function ServedPage({ source }: { source: ServedSource }) {
  const { index, error, connection } = useServedIndex(source);
  if (index === null)
    return error === null ? (
      <p class="waiting">Loading the report.</p>
    ) : (
      <p class="waiting">
        This cannot be shown: {safe(error)}. <a href="/">All reports</a>
      </p>
    );
  const live = { connection, error };
  return "listing" in index ? (
    <ListingPage source={source} index={index} live={live} />
  ) : (
    <ReportPage source={source} index={index} live={live} />
  );
}

interface PageProps<Index> {
  readonly source: ServedSource;
  readonly index: Index;
  readonly live: LiveState;
}

function ListingPage({ source, index, live }: PageProps<ListingIndex>) {
  const isRunning = index.listing.reports.some(({ state }) => state === "going-on");
  const work = useWork(source.allWork, isRunning);
  return <ListingApp index={index} live={live} work={work ?? {}} />;
}

function ReportPage({ source, index, live }: PageProps<PageIndex>) {
  const isRunning = index.reports.some(({ progress }) => progress?.state === "going-on");
  const work = useWork(source.work, isRunning);
  return <App source={source} index={index} live={live} work={work} runInProgress={RunInProgress} review={review} />;
}
