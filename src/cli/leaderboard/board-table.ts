/** Renders a leaderboard as text: ranked agents first, then those with too few runs. */
import { formatCount } from "../../core/format-count.ts";
import type { RankingMetric } from "../../core/report/agent-ranking.ts";
import { formatShare } from "../../report/text/format-verdict.ts";
import { formatCost, noNumber, type Paint } from "../../report/text/format.ts";
import { displayWidth, fitWidth, padWidth, terminalLine } from "../../report/text/terminal-safe.ts";
import type { LeaderboardRow } from "../../store/sql/views/leaderboard.ts";

export interface BoardOptions {
  readonly by: RankingMetric;
  readonly minRuns: number;
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
}

interface Column {
  readonly title: string;
  readonly text: (row: LeaderboardRow) => string;
}

const axis: Column = {
  title: "AXIS Result",
  text: ({ mean_axis_result }) => mean_axis_result?.toFixed(1) ?? noNumber,
};
const axisInterval: Column = {
  title: "95 % interval",
  text: ({ axis_interval }) => formatBoardInterval(axis_interval),
};
const passRate: Column = {
  title: "pass rate",
  text: ({ pass_rate }) => (pass_rate === null ? noNumber : formatShare(pass_rate)),
};
const passed: Column = { title: "passed", text: (row) => `${row.passed}/${row.passed + row.failed}` };
const runs: Column = { title: "runs", text: (row) => String(row.runs) };
const scorecard: Column = { title: "scorecard", text: ({ mean_score, tier }) => `${mean_score.toFixed(1)} ${tier}` };
const cardInterval: Column = {
  title: "95 % interval",
  text: ({ mean_interval }) => formatBoardInterval(mean_interval),
};
const cost: Column = {
  title: "cost",
  text: ({ mean_cost_micros: micros }) => formatCost(micros === null ? undefined : micros / 1e6),
};

/** What the board is ranked by comes first. */
const columnsBy: Readonly<Record<RankingMetric, readonly Column[]>> = {
  axis: [axis, axisInterval, passRate, passed, runs, scorecard, cost],
  "pass-rate": [passRate, passed, axis, axisInterval, runs, scorecard, cost],
  scorecard: [scorecard, cardInterval, runs, axis, passRate, passed, cost],
};

/** Names are shortened before numbers are. */
const minNameWidth = 12;

export function renderBoard(rows: readonly LeaderboardRow[], { by, minRuns, width, paint }: BoardOptions): string[] {
  const columns = columnsBy[by];
  const texts = rows.map((row) => columns.map(({ text }) => text(row)));
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...texts.map((cells) => cells[at]?.length ?? 0)),
  );
  const names = rows.map(({ agent }) => terminalLine(agent));
  const taken = widths.reduce((sum, each) => sum + each + 2, 4);
  const nameWidth = Math.min(Math.max(5, ...names.map(displayWidth)), Math.max(minNameWidth, width - taken));
  const line = (place: string, name: string, cells: readonly string[]) =>
    `${place.padStart(2)}  ${padWidth(fitWidth(name, nameWidth), nameWidth)}  ${alignCells(cells, widths)}`.trimEnd();
  const shown = rows.map(({ place }, at) => line(String(place ?? noNumber), names[at] ?? "", texts[at] ?? []));
  const ranked = rows.filter((row) => row.ranked).length;
  const head = paint.dim(
    line(
      "",
      "agent",
      columns.map(({ title }) => title),
    ),
  );
  if (ranked === rows.length) return [head, ...shown];
  const apart = paint.dim(`Not ranked: fewer than ${formatCount(minRuns, "run")}`);
  return [head, ...shown.slice(0, ranked), ...(ranked === 0 ? [] : [""]), apart, ...shown.slice(ranked)];
}

/** Aligns all cells to the right, because they begin or end with a number. */
function alignCells(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join("  ");
}

function formatBoardInterval(interval: LeaderboardRow["mean_interval"]): string {
  return interval === null ? noNumber : `${interval.lower.toFixed(1)} to ${interval.upper.toFixed(1)}`;
}
