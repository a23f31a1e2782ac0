/** The script of a report file. */
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
import "../style/print.css";
import type { PageIndex } from "../../src/report/html/page-index.ts";
import { App } from "./app.tsx";
import { useReportHome } from "./overview/report-home.tsx";
import { startPage } from "./start-page.tsx";

startPage((source, index) => <App source={source} index={index as PageIndex} useFirstView={useReportHome} />);
