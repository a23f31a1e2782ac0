/** Renders results as one self-contained HTML file that works offline: the full summary and a few thousand rows. */
import { axisVersion } from "../../../../core/version.ts";
import type { DatasetIssue } from "../../../datasets/read-options.ts";
import { packList } from "../../../../report/html/pack-list.ts";
import { fillTemplate, readTemplate } from "../../../../report/html/template.ts";
import type { EvaluationResult } from "../../results/result.ts";
import { verdictOf } from "../../summary/verdict.ts";
import type { ExportRows } from "../export-rows.ts";
import { selectRows } from "./select-rows.ts";
import type { EvaluationIndex, PageEvaluation } from "./evaluation-index.ts";
import { toPageItems } from "./page-items.ts";

/** Maximum number of dataset issues listed individually. */
const maxPageIssues = 50;

/** Generates the file piece by piece. */
export async function* generateHtml(result: EvaluationResult, rows: ExportRows): AsyncGenerator<string> {
  const template = await readTemplate();
  const { rows: chosen, ...counts } = await selectRows(rows);
  const blocks = await packList(toPageItems(chosen), "rows");
  const index: EvaluationIndex = {
    axisVersion,
    evaluation: toPageEvaluation(result),
    rows: { ...counts, embedded: chosen.length, blocks: blocks.map(({ id }) => id) },
  };
  const texts = blocks.map(({ text }) => text);
  yield* await fillTemplate(template, index, texts);
}

function toPageEvaluation(result: EvaluationResult): PageEvaluation {
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
    issues: { count: issues.length, first: issues.slice(0, maxPageIssues).map(formatIssue) },
  };
}

function formatIssue({ place, reason }: DatasetIssue): string {
  return `${place}: ${reason}`;
}
