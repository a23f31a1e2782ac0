/** What a chart says about one moment. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { ChartLine, LinePoint } from "./chart-line.ts";
import type { ValueScale } from "./value-scale.ts";

/** Runs of one moment that are listed one by one. */
const maxListed = 3;

export interface Reading {
  readonly line: ChartLine;
  /** The value alone; for several runs at one moment, the lowest and the highest. */
  readonly brief: string;
  /** Everything known. */
  readonly text: string;
}

/** One reading per line that has a point at that moment. */
export function listReadings(lines: readonly ChartLine[], at: number | null, scale: ValueScale): Reading[] {
  return lines.flatMap((line) => {
    const points = line.points.filter((point) => point.at === at);
    if (points.length === 0) return [];
    const more = points.length > maxListed ? ` and ${points.length - maxListed} more` : "";
    const texts = points.slice(0, maxListed).map((point) => formatPoint(point, scale));
    return [{ line, brief: formatBrief(points, scale), text: `${texts.join("; ")}${more}` }];
  });
}

function formatBrief(points: readonly LinePoint[], scale: ValueScale): string {
  const texts = points.toSorted((one, other) => one.value - other.value).map((point) => formatValue(point, scale));
  const [lowest = "", highest = lowest] = [texts.at(0), texts.at(-1)];
  return lowest === highest ? lowest : `${lowest} to ${highest}`;
}

/** The value, its tier, its interval, and the number of runs. */
function formatPoint({ value, tier, bounds, runs, runId }: LinePoint, scale: ValueScale): string {
  const interval = bounds === null ? "" : ` (${formatBounds(bounds, scale)})`;
  const of = runId === null ? `, ${formatCount(runs, "run")}` : "";
  return `${formatValue({ value, runId }, scale)}${tier === null ? "" : ` ${tier}`}${interval}${of}`;
}

/** Runs and means have different formats. */
export function formatValue({ value, runId }: Pick<LinePoint, "value" | "runId">, scale: ValueScale): string {
  return runId === null ? scale.formatMean(value) : scale.formatRun(value);
}

export function formatBounds({ lower, upper }: NonNullable<LinePoint["bounds"]>, { formatMean }: ValueScale): string {
  return `${formatMean(lower)} to ${formatMean(upper)}`;
}
