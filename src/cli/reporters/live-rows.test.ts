import { expect, test } from "vitest";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { AxisEvent, JobState } from "../../core/run/event.ts";
import { plainPaint } from "../../report/text/format.ts";
import { displayWidth } from "../../report/text/terminal-safe.ts";
import { sampleFailure, sampleResult } from "../../store/sample-result.fixture.ts";
import { LiveRows } from "./live-rows.ts";

const cell = (scenario: string, agent = "tinker", trial = 1) => ({ scenario, agent, trial });
const state = (scenario: string, name: JobState): AxisEvent => ({
  type: "run-state",
  cell: cell(scenario),
  state: name,
});

function rowsAfter(...events: AxisEvent[]): LiveRows {
  const rows = new LiveRows();
  rows.apply({ type: "report-start", reportId: "r", folder: "", cells: [cell("one"), cell("two")], skipped: 1 }, 0);
  events.forEach((event, index) => rows.apply(event, index * 1000));
  return rows;
}

const view = { nowMs: 5000, width: 80, height: 24, paint: plainPaint };

test("only scenarios with jobs under way are shown, and the counts below", () => {
  const rows = rowsAfter(state("one", "setup"), state("one", "running"));
  expect(rows.lines(view)).toEqual([
    "one",
    "  ◉ tinker               running          5.0s",
    "0/2 finished, 1 pending, 1 skipped",
  ]);
});

test("a job that failed stays in sight while it is scored and torn down", () => {
  const failed = ["one", "  ✗ tinker               failed           5.0s", "0/2 finished, 1 pending, 1 skipped"];
  expect(rowsAfter(state("one", "running"), state("one", "failed")).lines(view)).toEqual(failed);
  const tornDown = rowsAfter(state("one", "running"), state("one", "failed"), state("one", "teardown"));
  expect(tornDown.lines(view)).toEqual(failed);
});

test("a job that failed and is tried again shows what it does now", () => {
  const rows = rowsAfter(state("one", "failed"), state("one", "teardown"), state("one", "setup"));
  expect(rows.lines(view)[1]).toBe("  ◌ tinker               setup            5.0s");
});

test("on a narrow terminal a short name leaves room for the time", () => {
  const rows = rowsAfter(state("one", "running"));
  expect(rows.lines({ ...view, width: 39 })[1]).toBe("  ◉ tinker    running          5.0s");
});

test("an estimate of tokens is marked as one", () => {
  const usage = (estimated: boolean): AxisEvent => ({ type: "run-usage", cell: cell("one"), tokens: 1500, estimated });
  expect(rowsAfter(state("one", "running"), usage(true)).lines(view)[1]).toContain("~1.5k tokens");
  expect(rowsAfter(state("one", "running"), usage(false)).lines(view)[1]).toMatch(/ 1\.5k tokens$/);
});

test("at the end every row stays, with its AXIS Result or its failure", () => {
  const rows = rowsAfter(
    state("one", "running"),
    { type: "result-end", cell: cell("one"), result: sampleResult({ axisScore: 91 }) },
    state("two", "running"),
    { type: "result-end", cell: cell("two"), result: { ...sampleFailure("agent"), error: "exit code 1\u001B[2J" } },
  );
  expect(rows.lines({ ...view, all: true })).toEqual([
    "one",
    "  ● tinker               AXIS Result 91   1.0s",
    "two",
    "  ✗ tinker               AXIS Result 10   1.0s  exit code 1\\x1b[2J",
    "2/2 finished, 1 passed, 1 failed, 1 skipped",
  ]);
});

test("a run whose number could not be made did not pass, and neither did one without scoring", () => {
  const { score: _, ...withoutScoring } = sampleResult();
  const end = (scenario: string, result: CellResult): AxisEvent => ({
    type: "result-end",
    cell: cell(scenario),
    result,
  });
  const rows = rowsAfter(
    state("one", "running"),
    end("one", sampleResult({ axisScore: null })),
    state("two", "running"),
    end("two", withoutScoring),
  );
  expect(rows.lines({ ...view, all: true })).toEqual([
    "one",
    "  ! tinker               error            1.0s  the judge gave no answer",
    "two",
    "  ? tinker               unscored         1.0s  nothing says whether it did the…",
    "2/2 finished, 1 error, 1 unscored, 1 skipped",
  ]);
});

test("on a narrow terminal the name gives way, and never the AXIS Result", () => {
  const rows = new LiveRows();
  const long = cell("one", "claude-code|some-long-model-name");
  rows.apply({ type: "report-start", reportId: "r", folder: "", cells: [cell("one"), long], skipped: 0 }, 0);
  for (const each of [cell("one"), long])
    rows.apply({ type: "result-end", cell: each, result: sampleResult({ axisScore: 100 }) }, 0);
  const lines = rows.lines({ ...view, width: 39, all: true }).slice(1, 3);
  expect(lines.map((line) => line.slice(0, 8))).toEqual(["  ● tink", "  ● clau"]);
  for (const line of lines) expect(line).toContain(" AXIS Result 100");
});

test("no line is wider than the terminal, and no more lines than fit", () => {
  const rows = new LiveRows();
  const cells = Array.from({ length: 50 }, (_, index) => cell(`a-rather-long-scenario-key/number-${index}`));
  rows.apply({ type: "report-start", reportId: "r", folder: "", cells, skipped: 0 }, 0);
  for (const each of cells) rows.apply({ type: "run-state", cell: each, state: "running" }, 0);
  const lines = rows.lines({ ...view, width: 30, height: 10 });
  expect(lines.length).toBeLessThanOrEqual(9);
  expect(lines.filter((line) => displayWidth(line) > 30)).toEqual([]);
});

test("of more trials than fit, those under way are in sight, and not those that ended first", () => {
  const rows = new LiveRows();
  const cells = Array.from({ length: 1000 }, (_, index) => cell("one", "tinker", index + 1));
  rows.apply({ type: "report-start", reportId: "r", folder: "", cells, skipped: 0 }, 0);
  for (const each of cells.slice(0, 503)) rows.apply({ type: "run-state", cell: each, state: "running" }, 0);
  for (const each of cells.slice(0, 500))
    rows.apply({ type: "result-end", cell: each, result: sampleResult({ axisScore: 91 }) }, 1000);
  expect(rows.lines({ ...view, height: 10 })).toEqual([
    "one",
    "  ◉ tinker #501          running          5.0s",
    "  ◉ tinker #502          running          5.0s",
    "  ◉ tinker #503          running          5.0s",
    "500/1000 finished, 500 passed, 497 pending",
  ]);
  for (const each of cells.slice(503)) rows.apply({ type: "run-state", cell: each, state: "running" }, 0);
  const many = rows.lines({ ...view, height: 6 });
  expect(many).toEqual([
    "one",
    expect.stringContaining("#501"),
    "... 499 more rows",
    expect.stringContaining("500/1000 finished"),
  ]);
});
