import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cell, cellId } from "../../core/cell.ts";
import type { Report } from "../../core/report.ts";
import type { JournalStep } from "../../core/store.ts";
import { buildReport } from "../../report/build.ts";
import { toCellResult } from "../../report/cell-result.ts";
import { readProgress } from "../../runner/progress.ts";
import { sampleDetail } from "../../testing/store-samples.ts";
import { CellStates } from "./cell-states.ts";

const at = "2026-03-04T05:06:07.089Z";
const cell = (scenario: string, trial = 1): Cell => ({ scenario, agent: "echo", trial });
const cells = [cell("a"), cell("a", 2), cell("b"), cell("c")];
const mark = { file: "x.json", bytes: 1, sha256: "0" };
const raw = { file: "x.raw.ndjson", bytes: 1, sha256: "0" };

const planned = (scored = true): JournalStep => ({
  type: "plan",
  data: {
    plan: { cells, trials: 2, skipped: 0, scored, digests: { axis: "", settings: "", scenarios: {}, agents: {} } },
    timestamp: at,
    pid: 1,
  },
});
const data = (which: Cell, attempt = 1) => ({ cell: which, attempt, runId: `run_${cellId(which)}_${attempt}` });
const started = (which: Cell, attempt = 1): JournalStep => ({ type: "attempt-started", data: data(which, attempt) });
const recorded = (which: Cell): JournalStep => ({ type: "run-recorded", data: { ...data(which), detail: mark, raw } });
const judged = (which: Cell): JournalStep => ({ type: "judged", data: { ...data(which), detail: mark } });

function reportOf(done: readonly Cell[]): Report {
  const results = done.map(({ scenario, agent, trial }) =>
    toCellResult({ ...sampleDetail([]), scenarioKey: scenario, agentName: agent, trial }),
  );
  return buildReport({ reportId: "r", timestamp: at, durationMs: 1, state: "running", cells, results, skipped: 0 });
}

function statesOf(steps: readonly JournalStep[]): CellStates {
  const states = new CellStates();
  for (const step of steps) states.apply({ at, step });
  return states;
}

test("a cell is pending, running, being judged and finished, one after the other", () => {
  const steps = [planned(), started(cells[0] ?? cell("a"))];
  expect(statesOf(steps).toProgress(reportOf([]), "going-on")).toEqual({
    state: "going-on",
    counts: { pending: 3, running: 1, judging: 0, finished: 0 },
    atWork: [
      { scenario: "a", agent: "echo", trial: 1, attempt: 1, runId: data(cell("a")).runId, state: "running", since: at },
    ],
    awaited: [
      { scenario: "a", agent: "echo", state: "running" },
      { scenario: "b", agent: "echo", state: "pending" },
      { scenario: "c", agent: "echo", state: "pending" },
    ],
  });
  const judging = statesOf([...steps, recorded(cell("a"))]).toProgress(reportOf([]), "going-on");
  expect(judging.counts).toEqual({ pending: 3, running: 0, judging: 1, finished: 0 });
  const done = statesOf([...steps, recorded(cell("a")), judged(cell("a"))]).toProgress(reportOf([]), "going-on");
  expect(done.counts).toEqual({ pending: 3, running: 0, judging: 0, finished: 1 });
  expect(done.awaited[0]).toEqual({ scenario: "a", agent: "echo", state: "finished" });
});

test("without judges a recorded run is finished", () => {
  const states = statesOf([planned(false), started(cell("b")), recorded(cell("b"))]);
  expect(states.toProgress(reportOf([]), "going-on").counts).toMatchObject({ judging: 0, finished: 1 });
});

test("a judgement that was cut off ends the run for now", () => {
  const states = statesOf([planned(), started(cell("b")), recorded(cell("b")), recorded(cell("b"))]);
  expect(states.toProgress(reportOf([]), "going-on").counts).toMatchObject({ judging: 0, finished: 1 });
});

test("where nobody writes any more nothing is at work, and what was is to be done again", () => {
  const states = statesOf([planned(), started(cell("a")), judged(cell("b"))]);
  const { counts, atWork, awaited } = states.toProgress(reportOf([]), "interrupted");
  expect(counts).toEqual({ pending: 3, running: 0, judging: 0, finished: 1 });
  expect(atWork).toEqual([]);
  expect(awaited.map(({ state }) => state)).toEqual(["pending", "finished", "pending"]);
});

test("in a stopped report, runs that did not take place are not finished", () => {
  const stopped = sampleDetail([]);
  const results = [cell("b"), cell("c")].map(({ scenario, agent, trial }, index) =>
    toCellResult({
      ...stopped,
      scenarioKey: scenario,
      agentName: agent,
      trial,
      ...(index === 0 ? {} : { outcomeClass: "notRun" as const }),
    }),
  );
  const header = { reportId: "r", timestamp: at, durationMs: 1, cells, skipped: 0 };
  const report = buildReport({ ...header, state: "aborted", results });
  expect(statesOf([planned()]).toProgress(report, "interrupted").counts).toEqual({
    pending: 3,
    running: 0,
    judging: 0,
    finished: 1,
  });
});

test("whoever goes on begins anew what was not finished, and keeps the rest", () => {
  const states = statesOf([planned(), started(cell("a")), judged(cell("b")), planned(), started(cell("a"), 2)]);
  const { counts, atWork } = states.toProgress(reportOf([]), "going-on");
  expect(counts).toEqual({ pending: 2, running: 1, judging: 0, finished: 1 });
  expect(atWork[0]?.attempt).toBe(2);
});

test("a result is no longer awaited once it has a trial, and runs that were never begun count when they have one", () => {
  const { counts, awaited } = statesOf([planned()]).toProgress(reportOf([cell("b"), cell("c")]), "going-on");
  expect(counts.finished).toBe(2);
  expect(awaited.map(({ scenario }) => scenario)).toEqual(["a"]);
});

test("after any steps the counts add up to the plan, and agree with what --resume would find", () => {
  const step = fc.tuple(fc.constantFrom(...cells), fc.integer({ min: 0, max: 5 })).map(([which, kind]): JournalStep => {
    const stale: JournalStep = { type: "stale", data: { cell: which, attempt: 1 } };
    return [started(which), recorded(which), judged(which), stale, planned(), started(which, 2)][kind] ?? planned();
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const all = [planned(), ...steps];
      const { counts } = statesOf(all).toProgress(reportOf([]), "going-on");
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(cells.length);
      const known = [...readProgress(all).cells.values()];
      expect(counts.finished).toBeGreaterThanOrEqual(known.filter(({ state }) => state === "judged").length);
      expect(counts.running).toBeLessThanOrEqual(known.filter(({ state }) => state === "started").length);
    }),
  );
});
