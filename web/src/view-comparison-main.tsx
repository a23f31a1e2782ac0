/** The script of two reports that `axis view` compares, kept up to date by the server. */
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
import { ServedLinks } from "./view/served-links.tsx";
import { startServedPage } from "./view/start-served-page.tsx";

startServedPage<PageIndex>(({ source, index, live }) => (
  <App {...{ source, index }} useFirstView={useComparison} served={{ Links: ServedLinks, live }} />
));
