/** The script of the file of most reports: neither a competition nor compared with a baseline. */
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
import type { PageIndex } from "../../src/report/html/page-index.ts";
import { App } from "./app.tsx";
import { createReportHome } from "./overview/report-home.tsx";
import { startPage } from "./start-page.tsx";

const useReportHome = createReportHome({});
startPage((source, index) => <App source={source} index={index as PageIndex} useFirstView={useReportHome} />);
