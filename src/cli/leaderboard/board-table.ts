/** Renders a leaderboard as text: ranked agents first, then those with too few runs. */
import { formatCount } from "../../core/format-count.ts";
import type { RankingMetric } from "../../core/report/agent-ranking.ts";
import { formatShare } from "../../report/text/format-verdict.ts";
import { formatCost, formatDuration, noNumber, type Paint } from "../../report/text/format.ts";
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

const perPass: Column = {
  title: "per pass",
  text: ({ cost_per_pass_micros: micros }) => formatCost(micros === null ? undefined : micros / 1e6),
};
const time: Column = {
  title: "time",
  text: ({ p50_wall_ms }) => (p50_wall_ms === null ? noNumber : formatDuration(p50_wall_ms)),
};

function dimension(key: keyof LeaderboardRow["dimensions"], title: string): Column[] {
  return [
    { title, text: ({ dimensions }) => dimensions[key].mean?.toFixed(1) ?? noNumber },
    { title: "95 % interval", text: ({ dimensions }) => formatBoardInterval(dimensions[key].interval) },
  ];
}

/** What the board is ranked by comes first. */
const columnsBy: Readonly<Record<RankingMetric, readonly Column[]>> = {
  axis: [axis, axisInterval, passRate, passed, perPass, time, runs],
  "pass-rate": [passRate, passed, axis, axisInterval, perPass, time, runs],
  "cost-per-pass": [perPass, cost, passRate, passed, axis, time, runs],
  time: [time, axis, axisInterval, passRate, passed, perPass, runs],
  goal: [...dimension("goal", "Goal"), axis, passRate, passed, runs],
  environment: [...dimension("environment", "Environment"), axis, passRate, passed, runs],
  service: [...dimension("service", "Service"), axis, passRate, passed, runs],
  agent: [...dimension("agent", "Agent"), axis, passRate, passed, runs],
  scorecard: [scorecard, cardInterval, runs, axis, passRate, passed, perPass],
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
  const places = rows.map(formatPlaces);
  const placeWidth = Math.max(2, ...places.map((text) => text.length));
  const taken = widths.reduce((sum, each) => sum + each + 2, placeWidth + 2);
  const nameWidth = Math.min(Math.max(5, ...names.map(displayWidth)), Math.max(minNameWidth, width - taken));
  const line = (place: string, name: string, cells: readonly string[]) =>
    `${place.padStart(placeWidth)}  ${padWidth(fitWidth(name, nameWidth), nameWidth)}  ${alignCells(cells, widths)}`.trimEnd();
  const shown = rows.map((_, at) => line(places[at] ?? "", names[at] ?? "", texts[at] ?? []));
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

/** `1–2` for agents that cannot be told apart. */
function formatPlaces({ places }: Pick<LeaderboardRow, "places">): string {
  if (places === null) return noNumber;
  return places.from === places.to ? String(places.from) : `${places.from}–${places.to}`;
}

/** Aligns all cells to the right, because they begin or end with a number. */
function alignCells(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join("  ");
}

function formatBoardInterval(interval: LeaderboardRow["mean_interval"]): string {
  return interval === null ? noNumber : `${interval.lower.toFixed(1)} to ${interval.upper.toFixed(1)}`;
}
