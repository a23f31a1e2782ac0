/** Groups the rows of a page by item and cuts long texts and lists. */
import type { FlatSignal, FlatSignals } from "../../../../core/score/signal.ts";
import type { MetricScore } from "../../../../core/score/metric-result.ts";
import type { DatasetItem } from "../../../../core/dataset-item.ts";
import { toWrittenItem } from "../../../datasets/written-item.ts";
import type { ResultRow } from "../../results/row.ts";
import type { RowsByMetric } from "../../summary/compare.ts";
import type { SliceReader } from "../../summary/summaries.ts";
import type { ExportRow } from "../export-rows.ts";
import type { PageItem, PageRow } from "./evaluation-index.ts";

/** Maximum characters of a text, characters of a signal's value, and signals of a group. */
const pageLimits = { text: 8000, value: 1000, signals: 100 } as const;

interface ItemContext {
  /** Rows of an earlier evaluation. */
  readonly earlier?: RowsByMetric | undefined;
  readonly readSlices?: SliceReader;
}

export function toPageItems(rows: readonly ExportRow[], { earlier, readSlices }: ItemContext = {}): PageItem[] {
  const items = new Map<number, { item: PageItem; rows: PageRow[] }>();
  for (const { row, itemIndex, item } of rows) {
    const shown = toPageRow(row);
    const known = items.get(itemIndex);
    if (known !== undefined) {
      known.rows.push(shown);
      continue;
    }
    const own: PageRow[] = [shown];
    items.set(itemIndex, {
      rows: own,
      item: {
        index: itemIndex,
        id: row.itemId,
        fields: item === null ? null : toPageFields(item),
        rows: own,
        slices: item === null ? (row as Partial<ResultRow>).slices : readSlices?.(item),
        before: earlier === undefined ? undefined : listEarlierScores(row.itemId, earlier),
      },
    });
  }
  return [...items.values()].map(({ item }) => item);
}

/** The scores of an item in the earlier evaluation, by metric. */
function listEarlierScores(itemId: string, earlier: RowsByMetric): Record<string, number | null> | undefined {
  const scores = [...earlier].flatMap(([name, rows]) => {
    const row = rows.get(itemId);
    return row === undefined ? [] : [[name, row.score] as const];
  });
  return scores.length === 0 ? undefined : Object.fromEntries(scores);
}

function toPageRow(row: MetricScore): PageRow {
  const { key, name, status, score, threshold, passed, costEstimate, durationMs, modelName, type, weight } = row;
  return {
    key,
    name,
    status,
    score,
    threshold,
    passed,
    costEstimate,
    durationMs,
    modelName,
    type,
    weight,
    ...(row.why === undefined ? {} : { why: shortenText(row.why) }),
    explanation: shortenText(row.explanation),
    signals: limitSignals(row.signals),
    metadata: Object.keys(row.metadata).length === 0 ? null : shortenText(JSON.stringify(row.metadata, null, 2)),
  };
}

function limitSignals(signals: FlatSignals): FlatSignals {
  return Object.fromEntries(
    Object.entries(signals).map(([group, list]) => {
      const left = list.length - pageLimits.signals;
      const shown = list.slice(0, pageLimits.signals).map(shortenSignal);
      return [group, left > 0 ? [...shown, toOmittedSignal(left)] : shown];
    }),
  );
}

function shortenSignal(signal: FlatSignal): FlatSignal {
  const { value, description } = signal;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return {
    ...signal,
    description: shortenText(description, pageLimits.value),
    value: text.length > pageLimits.value ? shortenText(text, pageLimits.value) : value,
  };
}

function toOmittedSignal(count: number): FlatSignal {
  const description = "The results file has all of them.";
  return { name: `${count} more`, value: "", score: null, passed: null, description, headlineDisplay: false };
}

function toPageFields(item: DatasetItem): Record<string, string> {
  const { id: _, ...fields } = toWrittenItem(item);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      shortenText(typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "")),
    ]),
  );
}

function shortenText(text: string, length: number = pageLimits.text): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length)}… (${text.length - length} more characters in the results)`;
}
