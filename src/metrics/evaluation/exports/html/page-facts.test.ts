import { expect, test } from "vitest";
import type { MetricScore } from "../../../../core/score/metric-result.ts";
import { PageFacts } from "./page-facts.ts";

function collect(rows: readonly (readonly [index: number, row: Partial<MetricScore>])[]): PageFacts {
  const facts = new PageFacts();
  for (const [index, row] of rows)
    facts.add({ name: "match", status: "scored", passed: null, explanation: "", ...row } as MetricScore, index);
  return facts;
}

test("counts items, not rows", () => {
  const facts = collect([
    [0, { passed: true }],
    [0, { name: "other", passed: false }],
    [1, { passed: true }],
    [2, { status: "failed" }],
  ]);
  expect(facts.items()).toEqual({ passed: 1, failed: 1, error: 1, "not run": 0, unscored: 0 });
});

test("reasons that differ only in numbers and quotes are one", () => {
  const facts = collect([
    [0, { passed: false, explanation: 'rank 3 of 5: "Retries"' }],
    [1, { passed: false, explanation: 'rank 4 of 5: "Events"' }],
    [2, { passed: false, explanation: "nothing was retrieved" }],
    [3, { passed: true, explanation: "nothing was retrieved" }],
  ]);
  expect(facts.failsMost()).toEqual({ match: { text: "rank … of …: “…”", count: 2 } });
});

test("a reason of a single row is only named if it is the only one", () => {
  expect(collect([[0, { passed: false, explanation: "too long" }]]).failsMost()).toEqual({
    match: { text: "too long", count: 1 },
  });
  expect(
    collect([
      [0, { passed: false, explanation: "too long" }],
      [1, { passed: false, explanation: "too short" }],
    ]).failsMost(),
  ).toEqual({});
});
