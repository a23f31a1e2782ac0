/** The HTML page of an evaluation: its data in a template. Keeps a few thousand rows, and facts about all of them. */
import { axisVersion } from "../../../../core/version.ts";
import type { MetricScore } from "../../../../core/score/metric-result.ts";
import { packList } from "../../../../report/html/pack-list.ts";
import { fillTemplate, readTemplate } from "../../../../report/html/template.ts";
import type { DatasetIssue } from "../../../datasets/read-options.ts";
import type { EvaluationResult } from "../../results/result.ts";
import type { EvaluationChange, RowsByMetric } from "../../summary/compare.ts";
import { createSliceReader } from "../../summary/summaries.ts";
import { verdictOf } from "../../summary/verdict.ts";
import type { ExportRow, ExportRows } from "../export-rows.ts";
import type { EvaluationIndex, PageEvaluation } from "./evaluation-index.ts";
import { PageFacts } from "./page-facts.ts";
import { toPageItems } from "./page-items.ts";

/** An earlier evaluation of the same items, and what changed since. */
export interface EarlierRows {
  readonly rows: RowsByMetric;
  readonly change: EvaluationChange;
}

/** Browsers are slow to open a file with more rows. */
const maxPageRows = 5000;

interface SelectedRows {
  /** In dataset order. */
  readonly rows: readonly ExportRow[];
  readonly total: number;
  readonly failing: number;
  readonly failingEmbedded: number;
}

/** True if the row could not be measured or did not pass its threshold. */
export function isFailing({ status, passed }: MetricScore): boolean {
  return status === "failed" || passed === false;
}

/** Reads all rows but keeps only the selected ones in memory; the facts see every row. */
export async function selectRows(
  rows: ExportRows,
  { most = maxPageRows, facts = new PageFacts() } = {},
): Promise<SelectedRows> {
  const failing: ExportRow[] = [];
  const others: ExportRow[] = [];
  const counts = { total: 0, failing: 0 };
  for await (const row of rows()) {
    facts.add(row.row, row.itemIndex);
    counts.total += 1;
    const isBad = isFailing(row.row);
    if (isBad) counts.failing += 1;
    const kept = isBad ? failing : others;
    if (kept.length < most) kept.push(row);
  }
  const chosen = [...failing, ...others.slice(0, Math.max(0, most - failing.length))];
  return {
    ...counts,
    failingEmbedded: failing.length,
    // Rows of one item stay in the order they were written, because sorting is stable.
    rows: chosen.toSorted((one, other) => one.itemIndex - other.itemIndex),
  };
}

/** Maximum number of dataset issues listed individually. */
const maxPageIssues = 50;

/** Generates the file piece by piece. */
export async function* generatePage(
  result: EvaluationResult,
  { rows, earlier }: { readonly rows: ExportRows; readonly earlier?: EarlierRows | undefined },
): AsyncGenerator<string> {
  const template = await readTemplate("evaluation");
  const facts = new PageFacts();
  const { rows: chosen, ...counts } = await selectRows(rows, { facts });
  const readSlices = createSliceReader([...new Set(result.summary.slices.map(({ field }) => field))]);
  const blocks = await packList(toPageItems(chosen, { earlier: earlier?.rows, readSlices }), "rows");
  const index: EvaluationIndex = {
    axisVersion,
    evaluation: {
      ...toPageEvaluation(result),
      items: facts.items(),
      failsMost: facts.failsMost(),
      change: earlier?.change,
    },
    rows: { ...counts, embedded: chosen.length, blocks: blocks.map(({ id }) => id) },
  };
  const texts = blocks.map(({ text }) => text);
  yield* await fillTemplate(template, index, texts);
}

function toPageEvaluation(result: EvaluationResult): PageEvaluation {
  const { evaluationDescription, stopped, issues } = result;
  return {
    name: result.evaluationName,
    description: evaluationDescription,
    runId: result.runId,
    timestamp: result.timestamp,
    durationMs: result.durationMs,
    cost: result.cost,
    verdict: verdictOf(result),
    hasGate: result.gate !== null,
    gate: result.gate === null ? undefined : { limits: result.gate.limits, missed: result.gate.missed },
    summary: result.summary,
    overallScore: result.overallScore,
    stopped,
    issues: { count: issues.length, first: issues.slice(0, maxPageIssues).map(formatIssue) },
  };
}

function formatIssue({ place, reason }: DatasetIssue): string {
  return `${place}: ${reason}`;
}
