/** The script of the page of a dataset evaluation. */
import "../style/base.css";
import "../style/parts.css";
import "../style/stacks.css";
import "../style/text.css";
import "../style/evaluation.css";
import "../style/print.css";
import type { EvaluationIndex } from "../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { EvaluationApp } from "./evaluation/evaluation-app.tsx";
import { startPage } from "./start-page.tsx";

startPage((source, index) => <EvaluationApp source={source} index={index as EvaluationIndex} />);
