/** What has changed since a week ago: for each line of a trend, the newest report compared with one from before. */
import { holm } from "../../../statistics/planning/corrections.ts";
import { compareRuns } from "../../../statistics/two-groups/compare-runs.ts";
import type { RunCell } from "../../../statistics/two-groups/pairing.ts";
import type { Database } from "../schema/database.ts";
import { readRunCells, type RunCells, type RunNumber } from "./run-cells.ts";
import type { TrendRow, TrendQuery } from "./trends.ts";

export interface TrendChange {
  /** The line: its agent or its scenario; both are null for all runs together. */
  readonly agent: string | null;
  readonly scenario: string | null;
  readonly since: Date;
  readonly since_report: string;
  readonly report_id: string;
  /** The scenarios that both reports have. */
  readonly scenarios: number;
  /** The newer report minus the older one, on those scenarios; null if there are none. */
  readonly difference: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  /** Corrected for the number of lines by Holm's method. */
  readonly adjusted_p: number | null;
  /** Whether chance alone hardly explains the difference: the corrected p is below 0.05. */
  readonly proven: boolean;
}

const weekMs = 7 * 86_400_000;
const alpha = 0.05;
/** More lines than a page can show; each costs a test. */
const maxLines = 12;

/** One per line with two reports or more. `points` are those of reports, oldest first. */
export async function readTrendChanges(
  database: Database,
  query: TrendQuery,
  { points, metric }: { readonly points: readonly TrendRow[]; readonly metric: RunNumber },
): Promise<TrendChange[]> {
  const lines = listSpans(points, query.by).slice(0, maxLines);
  const cells = await readReportCells(database, query, { lines, metric });
  const tested = lines.map((line) => {
    const take = (report: string) => toCells(cells.get(report) ?? [], line);
    const options = { seed: "trends", alpha, margin: 0, metric: metric === "pass-rate" ? "pass" : "score" } as const;
    return { line, ...compareRuns(take(line.before.report), take(line.after.report), options) };
  });
  const adjusted = holm(tested.map(({ p }) => p));
  return tested.map(({ line, scenarios, estimate, lower, upper }, index) => {
    const adjustedP = adjusted[index] ?? null;
    return {
      agent: line.agent,
      scenario: line.scenario,
      since: line.before.at,
      since_report: line.before.report,
      report_id: line.after.report,
      scenarios,
      difference: estimate,
      lower,
      upper,
      adjusted_p: adjustedP,
      proven: (adjustedP ?? 1) < alpha,
    };
  });
}

interface Moment {
  readonly at: Date;
  readonly report: string;
}

interface Span {
  readonly agent: string | null;
  readonly scenario: string | null;
  readonly before: Moment;
  readonly after: Moment;
}

/** From the last report at least a week before the newest one, else from the first. */
function listSpans(points: readonly TrendRow[], by: TrendQuery["by"]): Span[] {
  const lines = new Map<string, TrendRow[]>();
  for (const point of points) {
    const key = by === undefined ? "" : (point[by] ?? "");
    lines.set(key, [...(lines.get(key) ?? []), point]);
  }
  return [...lines.values()].flatMap((line) => {
    const moments = line.flatMap(({ at, report_id: report }) => (report === null ? [] : [{ at, report }]));
    const after = moments.at(-1);
    if (after === undefined || moments.length < 2) return [];
    const before = moments.findLast(({ at }) => after.at.getTime() - at.getTime() >= weekMs) ?? moments[0];
    if (before === undefined) return [];
    const agent = by === "agent" ? (line[0]?.agent ?? null) : null;
    return [{ agent, scenario: by === "scenario" ? (line[0]?.scenario ?? null) : null, before, after }];
  });
}

async function readReportCells(
  database: Database,
  { bucket: _bucket, by: _by, ...filter }: TrendQuery,
  { lines, metric }: { readonly lines: readonly Span[]; readonly metric: RunNumber },
): Promise<Map<string, RunCells[]>> {
  const reports = new Set(lines.flatMap(({ before, after }) => [before.report, after.report]));
  const cells = new Map<string, RunCells[]>();
  for (const report of reports) cells.set(report, await readRunCells(database, { ...filter, report }, metric));
  return cells;
}

/** A scenario of one agent is a cell; the cells of one scenario stand and fall together. */
function toCells(cells: readonly RunCells[], { agent, scenario }: Span): RunCell[] {
  return cells
    .filter((cell) => (agent ?? cell.agent) === cell.agent && (scenario ?? cell.scenario) === cell.scenario)
    .map((cell) => ({
      scenario: JSON.stringify([cell.scenario, cell.agent]),
      cluster: cell.scenario,
      values: cell.values,
    }));
}
