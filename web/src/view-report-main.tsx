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
import { ChangesSection } from "./compare/changes.tsx";
import { CompetitionSections } from "./competition/competition.tsx";
import { Progress } from "./overview/progress.tsx";
import { createReportHome } from "./overview/report-home.tsx";
import { createReviewParts } from "./review/review-parts.tsx";
import { RunInProgress } from "./run/run-in-progress.tsx";
import { ServedLinks } from "./view/served-links.tsx";
import { type ServedPageProps, startServedPage } from "./view/start-served-page.tsx";
import { useWork } from "./view/use-work.ts";

const useReportHome = createReportHome({ Competition: CompetitionSections, Changes: ChangesSection, Progress });
const review = createReviewParts(document);
startServedPage<PageIndex>((page) => <ReportPage {...page} />);

function ReportPage({ source, index, live }: ServedPageProps<PageIndex>) {
  const isRunning = index.reports.some(({ progress }) => progress?.state === "going-on");
  const work = useWork(source.work, isRunning);
  return (
    <App
      {...{ source, index, work, review }}
      useFirstView={useReportHome}
      runInProgress={RunInProgress}
      served={{ Links: ServedLinks, live }}
    />
  );
}
