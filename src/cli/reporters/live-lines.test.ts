import { describe, expect, test } from "vitest";
import type { Cell } from "../../core/cell.ts";
import { Entry, type EntryInput } from "../../core/entry.ts";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { AxisEvent, JobState } from "../../core/run/event.ts";
import type { RunProgress } from "../../core/run/run-progress.ts";
import { plainPaint } from "../../report/text/format.ts";
import { displayWidth } from "../../report/text/terminal-safe.ts";
import { sampleFailure, sampleResult } from "../../store/sample-result.fixture.ts";
import { type LiveTitle, renderFailure, renderLive } from "./live-lines.ts";
import { LiveRuns } from "./live-runs.ts";

const cell = (scenario: string, agent = "tinker", trial = 1): Cell => ({ scenario, agent, trial });
const start = (...cells: Cell[]): AxisEvent => ({ type: "report-start", reportId: "r", folder: "", cells, skipped: 0 });
const enter = (at: Cell, state: JobState): AxisEvent => ({ type: "run-state", cell: at, state });
const progress = (at: Cell, what: RunProgress): AxisEvent => ({ type: "run-progress", cell: at, progress: what });
const entry = (at: Cell, said: EntryInput) => progress(at, { what: "entry", entry: Entry.parse(said) });
const end = (at: Cell, result: CellResult): AxisEvent => ({ type: "result-end", cell: at, result });

const title: LiveTitle = { name: "acme-pay", concurrency: 2, budgetUsd: undefined, watch: "axis view" };
const view = { nowMs: 60_000, width: 80, height: 24, paint: plainPaint };

/** Events happen a second apart, from 0 on. */
function follow(...events: AxisEvent[]): LiveRuns {
  const runs = new LiveRuns();
  events.forEach((event, index) => runs.apply(event, index * 1000));
  return runs;
}

const render = (runs: LiveRuns, changes: Partial<LiveTitle & typeof view> = {}) =>
  renderLive(runs, { ...title, ...changes }, { ...view, ...changes });
const bash = (command: string): EntryInput => ({ type: "tool_use", id: "1", tool: "Bash", input: { command } });

test("a row says what an agent is doing, and since when", () => {
  const one = cell("one");
  const said = [start(one, cell("two")), enter(one, "running"), entry(one, bash("npm test --silent"))];
  const lines = render(follow(...said));
  expect(lines[0]).toMatch(/^acme-pay {2}─{40} {2}0\/2$/);
  expect(lines[1]).toBe("1 running, 1 queued · watch: axis view");
  expect(lines[2]).toMatch(/^ tinker {2}one {2}\$ npm test --silent +58s$/);
  const answered = follow(...said, entry(one, { type: "tool_result", id: "1", output: "ok" }));
  expect(render(answered)[2]).toMatch(/^ tinker {2}one {2}thinking +57s$/);
});

test("before and after the agent's turns a row names what AXIS does", () => {
  const one = cell("one");
  const steps: readonly (readonly [AxisEvent, string])[] = [
    [enter(one, "setup"), "setting up"],
    [progress(one, { what: "turn-begun", turn: 0, repairs: null }), "thinking"],
    [progress(one, { what: "turn-ended", turn: 0, status: "completed" }), "checking the work"],
    [progress(one, { what: "turn-begun", turn: 1, repairs: "unit tests" }), "repairing unit tests"],
    [enter(one, "scoring"), "judging"],
    [enter(one, "teardown"), "cleaning up"],
  ];
  const events: AxisEvent[] = [start(one)];
  for (const [event, step] of steps) {
    events.push(event);
    expect(render(follow(...events))[2]).toContain(step);
  }
});

test("the bar counts by status, and the time left appears once there is a basis", () => {
  const cells = ["a", "b", "c", "d"].map((key) => cell(key));
  const events = [start(...cells), end(cells[0]!, sampleResult({ axisScore: 91, durationMs: 60_000 }))];
  expect(render(follow(...events))[0]).not.toContain("left");
  events.push(end(cells[1]!, sampleFailure("agent", { durationMs: 180_000 })));
  expect(render(follow(...events))[0]).toMatch(/^acme-pay {2}━+─+ {2}2\/4 {2}1 ● 1 ✗ {2}2m left$/);
});

describe("the cost so far", () => {
  const [one, two] = [cell("one"), cell("two")];
  const costs = (...events: AxisEvent[]) => render(follow(start(one, two), ...events), { budgetUsd: 20 })[1];

  test("adds what finished runs, their judges and running ones report", () => {
    const finished = sampleResult({ totalCostUsd: 5, judgeCostUsd: 0.5 });
    expect(costs(end(one, finished), enter(two, "running"), progress(two, { what: "cost", costUsd: 0.4 }))).toMatch(
      /^\$5\.90 of \$20 · 1 running · /,
    );
  });

  test("is a lower bound if a finished run has none", () => {
    const { totalCostUsd: _, ...unknown } = sampleResult({ totalCostUsd: 1 });
    expect(costs(end(one, sampleResult({ totalCostUsd: 1 })), end(two, unknown))).toMatch(/^at least \$1 of \$20 · /);
    expect(costs(end(two, unknown))).toMatch(/^cost unknown, budget \$20 · /);
    expect(render(follow(start(one, two), end(one, unknown)))[1]).toMatch(/^0 running/);
  });
});

test("a run that did not pass has a line with its reason, one that passed has none", () => {
  const runs = follow(start(cell("one"), cell("one", "tinker", 2)));
  const line = (result: CellResult) => {
    const ended = runs.apply(end(cell("one", "tinker", 2), result), 0)!;
    return renderFailure(ended, runs, { width: 80, paint: plainPaint });
  };
  expect(line({ ...sampleFailure("agent"), error: "exit code 1\u001B[2J" })).toEqual([
    "✗ tinker  one 2  10  exit code 1\\x1b[2J",
  ]);
  expect(line(sampleResult({ axisScore: null }))).toEqual(["! tinker  one 2  the judge gave no answer"]);
  expect(line(sampleResult())).toEqual([]);
  expect(line({ ...sampleFailure("infrastructure"), outcomeClass: "notRun" })).toEqual([]);
});

test("trials that turn out not to be needed are not counted", () => {
  const cells = [cell("one"), cell("one", "tinker", 2)];
  const runs = follow(start(...cells), { type: "cells-left-out", cells: cells.slice(1) });
  expect(render(runs)[0]).toMatch(/0\/1$/);
});

test("on a narrow terminal a run takes two lines, and nothing is lost", () => {
  const one = cell("api/create-payment", "opus-agent");
  const runs = follow(start(one), enter(one, "running"), entry(one, bash("npm test")));
  expect(render(runs, { width: 40 }).slice(-2)).toEqual(["opus-agent api/create-payment        58s", "  $ npm test"]);
});

describe("whatever agents write", () => {
  test.each([20, 39, 59, 79, 119, 199])("no line is wider than %i columns, and no more lines than fit", (width) => {
    const cells = Array.from({ length: 50 }, (_, index) =>
      cell(`a-rather-long-scenario-key/number-${index}`, `agent-${index}`),
    );
    const runs = new LiveRuns();
    runs.apply(start(...cells), 0);
    for (const each of cells.slice(0, 40)) {
      runs.apply(enter(each, "running"), 0);
      runs.apply(entry(each, bash(`\u001B]0;title\u0007${"日本 x".repeat(50)}`)), 0);
      runs.apply(progress(each, { what: "cost", costUsd: 0.2 }), 0);
    }
    const lines = render(runs, { width, height: 12, budgetUsd: 20 });
    expect(lines.length).toBeLessThan(12);
    expect(lines.at(-1)).toMatch(/and \d+ more running/);
    expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
    expect(lines.join("")).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
  });
});
