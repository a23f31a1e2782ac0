import { expect, test } from "vitest";
import { describeCounts, describeCost, describeRevision, findChange, readOutcome } from "./report-words.ts";
import { sampleEntry } from "./sample-entry.fixture.ts";

test("a change is from the newest earlier report with the same agents and as many scenarios", () => {
  const rows = [
    sampleEntry({ axis_result: 91.2 }),
    sampleEntry({ axis_result: 50, state: "aborted" }),
    sampleEntry({ axis_result: 95, scenarios: 2 }),
    sampleEntry({ axis_result: 91.9 }),
  ];
  expect(rows.map((_, at) => findChange(rows, at))).toEqual([expect.closeTo(-0.7), null, null, null]);
});

test("counts leave out what is zero, and what still waits while a report runs", () => {
  const counts = { passed: 34, failed: 7, error: 0, "not run": 67, unscored: 0 };
  expect(describeCounts(counts)).toBe("34 passed, 7 failed, 67 not run");
  expect(describeCounts(counts, true)).toBe("34 passed, 7 failed");
  expect(describeCounts({ ...counts, passed: 0, failed: 0 }, true)).toBe("no run has ended");
});

test("a cost above zero is never shown as zero", () => {
  expect([15.541, 0.0123, 0, null].map((usd) => describeCost(usd === null ? null : usd * 1e6))).toEqual([
    "$15.54",
    "$0.0123",
    "$0.00",
    "–",
  ]);
});

test("a cost that is partly unknown is at least the known part", () => {
  expect(describeCost(null, 16_240_000)).toBe("≥ $16.24");
  expect(describeCost(null, 0)).toBe("–");
});

test("a revision is a pull request, a branch, or a commit alone", () => {
  const commit = "4e1f09c0aa";
  expect(describeRevision({ commit, branch: "main", pull_request: null })).toBe("main 4e1f09c");
  expect(describeRevision({ commit, branch: "fix", pull_request: 118 })).toBe("pr 118 · 4e1f09c");
  expect(describeRevision({ commit, branch: null, pull_request: null })).toBe("4e1f09c");
  expect(describeRevision(null)).toBe("–");
});

test("the report of a competition says who won instead of its verdict", () => {
  expect(readOutcome(sampleEntry())).toEqual({ word: "FAIL", sentence: "6 of 36 results failed: flash-agent 6" });
  const competition = { word: "WINNER", winner: "opus-agent", sentence: "opus-agent, proven" } as const;
  expect(readOutcome(sampleEntry({ competition }))).toBe(competition);
  expect(readOutcome(sampleEntry({ verdict: null, sentence: null }))).toEqual({ word: "unknown", sentence: null });
});
