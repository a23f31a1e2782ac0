/** Renders a leaderboard as text: ranked agents first, then those with too few runs. */
import { formatCount } from "../../core/format-count.ts";
import { formatCost, noNumber, type Paint } from "../../report/text/format.ts";
import { displayWidth, fitWidth, padWidth, terminalLine } from "../../report/text/terminal-safe.ts";
import type { LeaderboardRow } from "../../store/sql/views/leaderboard.ts";

export interface BoardOptions {
  readonly minRuns: number;
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
}

interface Column {
  readonly title: string;
  readonly text: (row: LeaderboardRow) => string;
}

const columns: readonly Column[] = [
  { title: "mean", text: ({ mean_score }) => mean_score.toFixed(1) },
  { title: "tier", text: ({ tier }) => tier },
  { title: "95 % interval", text: ({ mean_interval }) => formatBoardInterval(mean_interval) },
  { title: "runs", text: ({ runs }) => String(runs) },
  { title: "completed", text: ({ completed, runs }) => `${completed}/${runs}` },
  { title: "median", text: ({ median_score }) => String(median_score) },
  { title: "AXIS Result", text: ({ mean_axis_result }) => mean_axis_result?.toFixed(1) ?? noNumber },
  { title: "cost", text: ({ mean_cost_micros: micros }) => formatCost(micros === null ? undefined : micros / 1e6) },
];

/** Names are shortened before numbers are. */
const minNameWidth = 12;

export function renderBoard(rows: readonly LeaderboardRow[], { minRuns, width, paint }: BoardOptions): string[] {
  const texts = rows.map((row) => columns.map(({ text }) => text(row)));
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...texts.map((cells) => cells[at]?.length ?? 0)),
  );
  const names = rows.map(({ agent }) => terminalLine(agent));
  const taken = widths.reduce((sum, each) => sum + each + 2, 4);
  const nameWidth = Math.min(Math.max(5, ...names.map(displayWidth)), Math.max(minNameWidth, width - taken));
  const line = (place: string, name: string, cells: readonly string[]) =>
    `${place.padStart(2)}  ${padWidth(fitWidth(name, nameWidth), nameWidth)}  ${alignCells(cells, widths)}`.trimEnd();
  const shown = rows.map(({ ranked }, at) =>
    line(ranked ? String(at + 1) : noNumber, names[at] ?? "", texts[at] ?? []),
  );
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

/** Aligns words to the left and numbers to the right. */
function alignCells(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, at) => (columns[at]?.title === "tier" ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
    .join("  ");
}

function formatBoardInterval(interval: LeaderboardRow["mean_interval"]): string {
  return interval === null ? noNumber : `${interval.lower.toFixed(1)} to ${interval.upper.toFixed(1)}`;
}
