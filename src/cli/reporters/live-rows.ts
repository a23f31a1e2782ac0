/** Renders the rows of the live display as text, without input or output, so that tests need no terminal. */
import { type Cell, cellId } from "../../core/cell.ts";
import type { AxisEvent, JobState } from "../../core/run/event.ts";
import { formatDuration, formatScore, formatTokens, type Paint } from "../../report/text/format.ts";
import { countStatuses, isCounted, type RunStatus } from "../../core/report/run-status.ts";
import { formatStatusCounts } from "../../report/text/status-counts.ts";
import { paintStatus, statusMarks } from "../../report/text/status-marks.ts";
import { readStatus } from "../../core/report/failure-reason.ts";
import { fitWidth, padWidth, terminalLine } from "../../report/text/terminal-safe.ts";

interface Row {
  readonly cell: Cell;
  state: JobState;
  startedMs: number | null;
  endedMs: number | null;
  tokens: number;
  estimated: boolean;
  axisScore: number | null | undefined;
  /** Known once the run has ended. */
  status: RunStatus | undefined;
  why: string | undefined;
}

/** The available space and the current time. */
export interface RowsView {
  readonly nowMs: number;
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
  /** Shows every row, regardless of height. */
  readonly all?: boolean;
}

const icons: Record<JobState, string> = {
  pending: "·",
  setup: "◌",
  starting: "◌",
  running: "◉",
  scoring: "◆",
  teardown: "◇",
  done: "✓",
  failed: "✗",
};

export class LiveRows {
  readonly #rows = new Map<string, Row>();
  #skipped = 0;

  /** Applies an event that happened at `nowMs`. */
  apply(event: AxisEvent, nowMs: number): void {
    if (event.type === "report-start") {
      this.#skipped = event.skipped;
      for (const cell of event.cells) this.#rows.set(cellId(cell), createRow(cell));
      return;
    }
    if (event.type === "cells-left-out") {
      for (const cell of event.cells) this.#rows.delete(cellId(cell));
      return;
    }
    if (!("cell" in event) || event.cell === undefined) return;
    const row = this.#rows.get(cellId(event.cell));
    if (row !== undefined) updateRow(row, event, nowMs);
  }

  /** Renders a block per scenario with active runs, then the counts. `all` shows every row. */
  lines(view: RowsView): string[] {
    const rows = [...this.#rows.values()];
    const room = view.all ? Infinity : Math.max(1, view.height - 3);
    const shown = view.all ? rows : selectRows(rows, room);
    return [...renderBlocks(shown, view, room), view.paint.dim(fitWidth(this.#counts(rows), view.width))];
  }

  #counts(rows: readonly Row[]): string {
    const count = (...states: JobState[]) => rows.filter(({ state }) => states.includes(state)).length;
    const ended = rows.flatMap(({ status }) => status ?? []);
    const finished = ended.filter((status) => status !== "not run").length;
    const parts = [
      `${finished}/${rows.length} finished`,
      ...formatStatusCounts(countStatuses(ended)).split(", "),
      `${count("pending")} pending`,
      `${count("scoring")} scoring`,
      `${count("teardown")} tearing down`,
      `${this.#skipped} skipped`,
    ];
    return parts.filter((part, index) => index === 0 || !(part === "" || part.startsWith("0 "))).join(", ");
  }
}

/** Returns the rows of active scenarios or, if they do not fit, only the active runs. */
function selectRows(rows: readonly Row[], room: number): readonly Row[] {
  const active = rows.filter(isActive);
  const scenarios = new Set(active.map(({ cell }) => cell.scenario));
  const beside = rows.filter(({ cell }) => scenarios.has(cell.scenario));
  return beside.length + scenarios.size <= room ? beside : active;
}

/** Renders one line per row and per scenario. Rows that do not fit are only counted. */
function renderBlocks(rows: readonly Row[], view: RowsView, room: number): string[] {
  const isFirst = (row: Row, index: number) => row.cell.scenario !== rows[index - 1]?.cell.scenario;
  const wanted = rows.length + rows.filter(isFirst).length;
  const most = wanted <= room ? wanted : room - 1;
  const lines: string[] = [];
  for (const [index, row] of rows.entries()) {
    if (lines.length >= most) break;
    if (isFirst(row, index)) lines.push(view.paint.bold(fitWidth(terminalLine(row.cell.scenario), view.width)));
    if (lines.length < most) lines.push(renderRow(row, view));
  }
  return wanted <= room ? lines : [...lines, view.paint.dim(`... ${wanted - most} more rows`)];
}

/** Columns for the icon, and for an AXIS Result with an ellipsis: the name is shortened, never the number. */
const iconWidth = 4;
const resultWidth = " AXIS Result 100…".length;
/** Columns for state and time: on a narrow terminal, names are not padded at their expense. */
const statusWidth = 26;

function describeState({ state, status, axisScore }: Row): string {
  if (status === undefined) return state;
  return isCounted(status) && axisScore !== undefined ? `AXIS Result ${formatScore(axisScore)}` : status;
}

function updateRow(row: Row, event: AxisEvent, nowMs: number): void {
  if (event.type === "run-state") {
    // A failure is known before teardown, and it is what people want to see.
    if (row.state !== "failed" || event.state !== "teardown") row.state = event.state;
    if (event.state !== "pending") row.startedMs ??= nowMs;
  } else if (event.type === "run-usage") {
    row.tokens = event.tokens;
    row.estimated = event.estimated;
  } else if (event.type === "result-end") {
    row.state = event.result.failed ? "failed" : "done";
    row.endedMs = nowMs;
    row.axisScore = event.result.score?.axisScore;
    const { status, why } = readStatus(event.result);
    row.status = status;
    row.why = why;
  }
}

function renderRow(row: Row, view: RowsView): string {
  const elapsed = row.startedMs === null ? "" : formatDuration((row.endedMs ?? view.nowMs) - row.startedMs);
  const tokens = row.tokens > 0 ? `${row.estimated ? "~" : ""}${formatTokens(row.tokens)} tokens` : "";
  const trial = row.cell.trial > 1 ? ` #${row.cell.trial}` : "";
  const state = describeState(row);
  const room = Math.max(8, view.width - iconWidth - resultWidth);
  const filled = Math.min(20, room, Math.max(8, view.width - iconWidth - statusWidth));
  const name = padWidth(fitWidth(`${terminalLine(row.cell.agent)}${trial}`, room), filled);
  const text = fitWidth(
    `  ${row.status === undefined ? icons[row.state] : statusMarks[row.status]} ${name} ${padWidth(state, 16)} ${padWidth(elapsed, 8)} ${tokens}`.trimEnd(),
    view.width,
  );
  if (row.status === undefined) return row.state === "failed" ? view.paint.bad(text) : text;
  const line = row.why === undefined ? text : fitWidth(`${text}  ${terminalLine(row.why)}`, view.width);
  return paintStatus(row.status, line, view.paint);
}

/** A failed run is still scored and torn down, so it stays visible until its result is known. */
function isActive({ state, endedMs }: Row): boolean {
  return state !== "pending" && endedMs === null;
}

function createRow(cell: Cell): Row {
  return {
    cell,
    state: "pending",
    startedMs: null,
    endedMs: null,
    tokens: 0,
    estimated: false,
    axisScore: undefined,
    status: undefined,
    why: undefined,
  };
}
