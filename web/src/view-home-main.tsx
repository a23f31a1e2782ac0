/** The script of the home of `axis view`: the reports and evaluations of a project, kept up to date by the server. */
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
import "../style/print.css";
import type { ListingIndex } from "../../src/report/html/listing-index.ts";
import { readWaitingChecks } from "./review/view-store.ts";
import { ListingApp } from "./view/listing-app.tsx";
import { type ServedPageProps, startServedPage } from "./view/start-served-page.tsx";
import { useWork } from "./view/use-work.ts";

startServedPage<ListingIndex>((page) => <ListingPage {...page} />);

function ListingPage({ source, index, live }: ServedPageProps<ListingIndex>) {
  const isRunning = index.listing.reports.some(({ state }) => state === "going-on");
  const work = useWork(source.allWork, isRunning);
  const readWaiting = index.takesLabels ? readWaitingChecks : undefined;
  return <ListingApp index={index} live={live} work={work ?? {}} readWaiting={readWaiting} />;
}
