import { expect, test } from "vitest";
import type { PlanDocument } from "../core/plan.ts";
import type { JournalStep } from "../core/store.ts";
import { needsRejudging, readProgress, listStaleCells } from "./progress.ts";

const cell = { scenario: "s", agent: "a", trial: 1 };
const slot = { cell, attempt: 1, runId: "run_1" };
const detail = { file: "scenarios/s/a.json", bytes: 1, sha256: "x" };
const plan: PlanDocument = {
  cells: [cell],
  trials: 1,
  skipped: 0,
  scored: true,
  digests: { axis: "1", settings: "1", scenarios: { s: "1" }, agents: { a: "1" } },
};
const planned: JournalStep = { type: "plan", data: { plan, timestamp: "then", pid: 1 } };
const started: JournalStep = { type: "attempt-started", data: slot };
const recorded: JournalStep = { type: "run-recorded", data: { ...slot, detail, raw: null } };
const judged: JournalStep = { type: "judged", data: { ...slot, detail } };

test.each([
  ["started", [planned, started], null],
  ["recorded", [planned, started, recorded], detail.file],
  ["judged", [planned, started, recorded, judged], detail.file],
] as const)("a cell whose last step says %s is %s", (state, steps, file) => {
  expect([...readProgress(steps).cells.values()]).toEqual([expect.objectContaining({ state, file, attempt: 1 })]);
});

test("a killed report's runs may have left something behind, also those that only had to be judged", () => {
  const closed: JournalStep = { type: "report-closed", data: { state: "complete", durationMs: 5 } };
  expect(readProgress([planned, started, recorded]).unfinished).toEqual(["run_1"]);
  expect(readProgress([planned, started, recorded, judged, closed]).unfinished).toEqual([]);
  expect(readProgress([planned, started, planned]).unfinished).toEqual([]);
});

test("time that was spent before is known where every invocation closed the report", () => {
  const closed = (durationMs: number | null): JournalStep => ({
    type: "report-closed",
    data: { state: "aborted", durationMs },
  });
  const stale: JournalStep = { type: "stale", data: { cell, attempt: 1 } };
  const spent = (...steps: JournalStep[]) => {
    const { closedMs, wasKilled } = readProgress(steps);
    return [closedMs, wasKilled];
  };
  expect(spent()).toEqual([0, false]);
  expect(spent(planned, started, closed(5), stale, planned, closed(9))).toEqual([9, false]);
  expect(spent(planned, started)).toEqual([0, true]);
  expect(spent(planned, closed(5), planned)).toEqual([5, true]);
  expect(spent(planned, planned, closed(5))).toEqual([5, true]);
  expect(spent(planned, closed(5), planned, planned, closed(null))).toEqual([5, true]);
});

test("a second attempt counts in place of the first", () => {
  const again: JournalStep = { type: "attempt-started", data: { cell, attempt: 2, runId: "run_2" } };
  expect([...readProgress([planned, started, again]).cells.values()]).toEqual([
    expect.objectContaining({ attempt: 2, runId: "run_2", state: "started" }),
  ]);
});

test("a report keeps the time of its first plan and goes on from its latest", () => {
  const later: JournalStep = { type: "plan", data: { plan: { ...plan, trials: 2 }, timestamp: "later", pid: 2 } };
  expect(readProgress([planned, later])).toMatchObject({ timestamp: "then", plan: { trials: 2 } });
});

test("what changed makes its runs stale, and only those", () => {
  const before = readProgress([planned, started, recorded, judged]);
  const changed = (digests: Partial<PlanDocument["digests"]>) => ({
    ...plan,
    digests: { ...plan.digests, ...digests },
  });
  expect(listStaleCells(before, plan)).toEqual([]);
  expect(listStaleCells(before, changed({ scenarios: { s: "2" } }))).toEqual([{ cell, attempt: 1 }]);
  expect(listStaleCells(before, changed({ agents: { a: "2" } }))).toEqual([{ cell, attempt: 1 }]);
  expect(listStaleCells(before, changed({ settings: "2" }))).toEqual([]);
});

test("other weights, judges or formulas mean judging again, not running again", () => {
  expect(needsRejudging(plan, plan)).toBe(false);
  expect(needsRejudging(plan, { ...plan, digests: { ...plan.digests, settings: "2" } })).toBe(true);
});
