import { expect, test } from "vitest";
import type { ListedReport } from "../../../src/report/html/listing-index.ts";
import { compareAddress, findChange, readOutcome, toggleTick } from "./report-list.ts";

function listed(id: string, averageAxisScore: number | null, overrides: Partial<ListedReport> = {}): ListedReport {
  const counts = { passed: 0, failed: 0, error: 0, "not run": 0, unscored: 0 };
  const statuses = { runs: counts, results: counts };
  return {
    id,
    name: "acme",
    timestamp: "2026-03-04T05:06:07.089Z",
    durationMs: 1,
    state: "complete",
    verdict: null,
    summary: { total: 1, statuses, averageAxisScore, averagedOver: 1, costUsd: null },
    agents: [],
    isScripted: false,
    ...overrides,
  };
}

/** Newest first. */
const reports = [
  listed("e", 91),
  listed("d", null),
  listed("c", 50, { name: "other" }),
  listed("b", 10, { isScripted: true }),
  listed("a", 92),
];

test("the change is from the report before that is of the same project and measures something", () => {
  expect(reports.map((_, place) => findChange(reports, place))).toEqual([-1, null, null, null, null]);
});

test("two ticked reports have an address, the older one first", () => {
  expect(compareAddress(reports, ["e", "a"])).toBe("/compare/a/e/");
  expect(compareAddress(reports, ["e"])).toBeNull();
  expect(compareAddress(reports, ["e", "deleted"])).toBeNull();
});

test("a third tick drops the first one", () => {
  expect(toggleTick(["a", "b"], "c")).toEqual(["b", "c"]);
  expect(toggleTick(["a", "b"], "a")).toEqual(["b"]);
});

test("a competition says who won instead of its verdict, and nothing while it runs", () => {
  const verdict = { verdict: "FAIL", sentence: "2 of 3 results failed" } as const;
  const competition = { word: "WINNER", winner: "one", sentence: "one by name" } as const;
  expect(readOutcome(listed("a", 1, { verdict }))).toEqual({ word: "FAIL", sentence: "2 of 3 results failed" });
  expect(readOutcome(listed("a", 1, { verdict, competition }))).toBe(competition);
  expect(readOutcome(listed("a", null))).toBeNull();
});
