/** Groups the rows of a page by item and cuts long texts and lists. */
import type { FlatSignal, FlatSignals } from "../../../core/score/signal.ts";
import type { MetricScore } from "../../../core/score/metric-result.ts";
import type { DatasetItem } from "../../../core/dataset-item.ts";
import { writtenItem } from "../../../datasets/written-item.ts";
import type { ExportRow } from "../export-rows.ts";
import type { PageItem, PageRow } from "./evaluation-index.ts";

/** Maximum characters of a text, characters of a signal's value, and signals of a group. */
const most = { text: 8000, value: 1000, signals: 100 } as const;

export function pageItems(rows: readonly ExportRow[]): PageItem[] {
  const items = new Map<number, { item: PageItem; rows: PageRow[] }>();
  for (const { row, itemIndex, item } of rows) {
    const shown = shownRow(row);
    const known = items.get(itemIndex);
    if (known !== undefined) {
      known.rows.push(shown);
      continue;
    }
    const own: PageRow[] = [shown];
    items.set(itemIndex, {
      rows: own,
      item: { index: itemIndex, id: row.itemId, fields: item === null ? null : fieldsOf(item), rows: own },
    });
  }
  return [...items.values()].map(({ item }) => item);
}

function shownRow(row: MetricScore): PageRow {
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
    ...(row.why === undefined ? {} : { why: cut(row.why) }),
    explanation: cut(row.explanation),
    signals: shownSignals(row.signals),
    metadata: Object.keys(row.metadata).length === 0 ? null : cut(JSON.stringify(row.metadata, null, 2)),
  };
}

function shownSignals(signals: FlatSignals): FlatSignals {
  return Object.fromEntries(
    Object.entries(signals).map(([group, list]) => {
      const left = list.length - most.signals;
      const shown = list.slice(0, most.signals).map(shownSignal);
      return [group, left > 0 ? [...shown, leftOut(left)] : shown];
    }),
  );
}

function shownSignal(signal: FlatSignal): FlatSignal {
  const { value, description } = signal;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return {
    ...signal,
    description: cut(description, most.value),
    value: text.length > most.value ? cut(text, most.value) : value,
  };
}

function leftOut(count: number): FlatSignal {
  const description = "The results file has all of them.";
  return { name: `${count} more`, value: "", score: null, passed: null, description, headlineDisplay: false };
}

function fieldsOf(item: DatasetItem): Record<string, string> {
  const { id: _, ...fields } = writtenItem(item);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      cut(typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "")),
    ]),
  );
}

function cut(text: string, length: number = most.text): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length)}… (${text.length - length} more characters in the results)`;
}
