/** The script of a report that `axis view` shows, kept up to date by the server. */
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
import "../style/competition.css";
import "../style/review.css";
import "../style/print.css";
import type { PageIndex } from "../../src/report/html/page-index.ts";
import { App } from "./app.tsx";
import { useReportHome } from "./overview/report-home.tsx";
import { createReviewParts } from "./review/review-parts.ts";
import { RunInProgress } from "./run/run-in-progress.tsx";
import { type ServedPageProps, startServedPage } from "./view/start-served-page.tsx";
import { useWork } from "./view/use-work.ts";

const review = createReviewParts(document);
startServedPage<PageIndex>((page) => <ReportPage {...page} />);

function ReportPage(page: ServedPageProps<PageIndex>) {
  const isRunning = page.index.reports.some(({ progress }) => progress?.state === "going-on");
  const work = useWork(page.source.work, isRunning);
  return <App {...page} useFirstView={useReportHome} work={work} runInProgress={RunInProgress} review={review} />;
}
