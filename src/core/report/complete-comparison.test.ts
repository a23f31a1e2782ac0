import { expect, test } from "vitest";
import { completeComparison } from "./complete-comparison.ts";
import { StoredComparison } from "./comparison.ts";

const side = (baseline: number | null, current: number | null) => ({
  baseline,
  current,
  delta: baseline === null || current === null ? null : current - baseline,
});
const flat = (baseline: number | null, current: number | null) => ({
  ...side(baseline, current),
  categories: {
    goalAchievement: side(baseline, current),
    environment: side(baseline, current),
    service: side(null, current === null ? null : 10),
    agent: side(baseline, current),
  },
});

/** As versions before the four words wrote it. */
const stored = StoredComparison.parse({
  from: "then",
  reportId: "now",
  tolerance: 1,
  entries: [
    { scenarioKey: "worse", agentName: "a", kind: "regressed", ...flat(90, 80), movedMost: "agent" },
    { scenarioKey: "noise", agentName: "a", kind: "unchanged", ...flat(90, 89), movedMost: "agent" },
    { scenarioKey: "same", agentName: "a", kind: "unchanged", ...flat(90, 90), movedMost: null },
    { scenarioKey: "left", agentName: "a", kind: "gone", ...flat(60, null), movedMost: null },
    { scenarioKey: "fresh", agentName: "a", kind: "new", ...flat(null, 90), movedMost: null },
  ],
  summary: { improved: 0, unchanged: 2, regressed: 1, failed: 0, unscored: 0, new: 1, gone: 1 },
  ok: false,
});

test("an old comparison gets its words, its passes and its causes", () => {
  const complete = completeComparison(stored, { results: [] });
  expect(complete.verdict).toBe("REGRESSED");
  expect(complete.entries.map(({ verdict, passedBefore }) => [verdict, passedBefore])).toEqual([
    ["REGRESSED", true],
    ["NOT ENOUGH DATA", true],
    ["NO CHANGE", true],
    [null, false],
    [null, null],
  ]);
  expect(complete.entries[0]?.causes[0]).toMatchObject({ dimension: "service", baseline: null, current: 10 });
});

test("a comparison that has its words keeps them", () => {
  const complete = completeComparison(stored, { results: [] });
  expect(completeComparison(complete, { results: [] })).toEqual(complete);
});

test("an old verdict on an agent gets what later versions added, and its tested scenarios get their words", () => {
  const cause = { scenarioKey: "worse", baseline: 90, current: 80, contribution: -10, p: 0.01, adjustedP: 0.01 };
  const verdicts = [{ agentName: "a", rule: "no-regression", verdict: "no-change", ok: true, causes: [cause] }];
  const old = { ...stored, verdicts } as unknown as StoredComparison;
  const complete = completeComparison(old, { results: [] });
  expect(complete.verdicts).toMatchObject([
    { agentName: "a", dimensions: [], resources: [], causes: [{ scenarioKey: "worse", verdict: null, lower: null }] },
  ]);
  expect(complete.entries[0]?.verdict).toBe("NOT ENOUGH DATA");
  const proven = [{ ...verdicts[0], causes: [{ ...cause, verdict: "regressed" }] }];
  const again = completeComparison({ ...stored, verdicts: proven } as unknown as StoredComparison, { results: [] });
  expect(again.entries[0]?.verdict).toBe("REGRESSED");
});
