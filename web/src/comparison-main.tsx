/** The script of a file that compares two reports. */
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
import { useComparison } from "./compare/reports-compared.tsx";
import { startPage } from "./start-page.tsx";

startPage((source, index) => <App source={source} index={index as PageIndex} useFirstView={useComparison} />);
