import fc from "fast-check";
import { expect, test } from "vitest";
import type { PageItem, PageRow } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import {
  toItemQuery,
  parseItemSelection,
  toSearchable,
  selectItems,
  metricSort,
  findRowState,
} from "./item-selection.ts";

function row(name: string, score: number | null, overrides: Partial<PageRow> = {}): PageRow {
  return {
    key: name,
    name,
    status: score === null ? "not-applicable" : "scored",
    score,
    threshold: 0.5,
    passed: score === null ? null : score >= 0.5,
    explanation: "an explanation",
    signals: {},
    costEstimate: 0,
    durationMs: 1,
    modelName: null,
    type: "metric",
    weight: null,
    metadata: null,
    ...overrides,
  };
}

const items: readonly PageItem[] = [
  { index: 0, id: "good", fields: { query: "Where is it?" }, rows: [row("a", 0.9), row("b", 0.6)] },
  { index: 1, id: "bad", fields: null, rows: [row("a", 0.2), row("b", null)] },
  { index: 2, id: "broken", fields: null, rows: [row("a", null, { status: "failed", why: "no answer" }), row("b", 1)] },
];
const all = items.map(toSearchable);
const chosen = (query: string) => selectItems(all, parseItemSelection(new URLSearchParams(query))).map(({ id }) => id);

test("the worst stand first: what failed, then what did not pass, then what does not apply", () => {
  expect(chosen("")).toEqual(["broken", "bad", "good"]);
  expect(chosen("sort=dataset")).toEqual(["good", "bad", "broken"]);
});

test("by a metric the lowest come first, or last; what has no score comes last either way", () => {
  const sort = encodeURIComponent(metricSort("a"));
  expect(chosen(`sort=${sort}`)).toEqual(["bad", "good", "broken"]);
  expect(chosen(`sort=${sort}&order=down`)).toEqual(["good", "bad", "broken"]);
});

test("metric and state are asked of one and the same row", () => {
  expect(chosen("metric=a&state=passed")).toEqual(["good"]);
  expect(chosen("metric=b&state=passed")).toEqual(["broken", "good"]);
  expect(chosen("state=not-applicable")).toEqual(["bad"]);
});

test("search looks at texts, explanations and reasons, in any case of letters", () => {
  expect(chosen("q=WHERE")).toEqual(["good"]);
  expect(chosen("q=no+answer")).toEqual(["broken"]);
  expect(chosen("q=nowhere")).toEqual([]);
});

test("a row without a threshold is neither passed nor not", () => {
  expect(findRowState({ status: "scored", passed: null })).toBe("scored");
});

test("whatever is chosen comes back from the address", () => {
  fc.assert(
    fc.property(
      fc.record({
        text: fc.string(),
        metric: fc.string(),
        state: fc.string(),
        slice: fc.string(),
        sort: fc.string(),
        descending: fc.boolean(),
      }),
      (selection) => {
        expect(parseItemSelection(new URLSearchParams(toItemQuery(selection).toString()))).toEqual(selection);
      },
    ),
  );
});
