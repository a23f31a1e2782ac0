/** Renders results as one self-contained HTML file that works offline: the full summary and a few thousand rows. */
import { axisVersion } from "../../../core/version.ts";
import type { DatasetIssue } from "../../../datasets/read-options.ts";
import { packList } from "../../../report/html/pack-list.ts";
import { fillTemplate, readTemplate } from "../../../report/html/template.ts";
import type { EvaluationResult } from "../../results/result.ts";
import { verdictOf } from "../../summary/verdict.ts";
import type { ExportRows } from "../export-rows.ts";
import { chosenRows } from "./chosen-rows.ts";
import type { EvaluationIndex, PageEvaluation } from "./evaluation-index.ts";
import { pageItems } from "./page-items.ts";

/** Maximum number of dataset issues listed individually. */
const mostIssues = 50;

/** Generates the file piece by piece. */
export async function* htmlPieces(result: EvaluationResult, rows: ExportRows): AsyncGenerator<string> {
  const template = await readTemplate();
  const { rows: chosen, ...counts } = await chosenRows(rows);
  const blocks = await packList(pageItems(chosen), "rows");
  const index: EvaluationIndex = {
    axisVersion,
    evaluation: pageEvaluation(result),
    rows: { ...counts, embedded: chosen.length, blocks: blocks.map(({ id }) => id) },
  };
  const texts = blocks.map(({ text }) => text);
  yield* await fillTemplate(template, index, texts);
}

function pageEvaluation(result: EvaluationResult): PageEvaluation {
  const { evaluationDescription, stopped, issues } = result;
  return {
    name: result.evaluationName,
    ...(evaluationDescription === undefined ? {} : { description: evaluationDescription }),
    runId: result.runId,
    timestamp: result.timestamp,
    durationMs: result.durationMs,
    cost: result.cost,
    verdict: verdictOf(result),
    hasGate: result.gate !== null,
    summary: result.summary,
    overallScore: result.overallScore,
    ...(stopped === undefined ? {} : { stopped }),
    issues: { count: issues.length, first: issues.slice(0, mostIssues).map(issueText) },
  };
}

function issueText({ place, reason }: DatasetIssue): string {
  return `${place}: ${reason}`;
}
