/** What a chart says about one moment. */
import { formatCount } from "../../../../src/report/text/format-verdict.ts";
import type { ChartLine, LinePoint } from "./chart-line.ts";
import type { ValueScale } from "./value-scale.ts";

/** Runs of one moment that are listed one by one. */
const mostSaid = 3;

export interface Reading {
  readonly line: ChartLine;
  /** The value alone; for several runs at one moment, the lowest and the highest. */
  readonly brief: string;
  /** Everything known. */
  readonly text: string;
}

/** One reading per line that has a point at that moment. */
export function readingsAt(lines: readonly ChartLine[], at: number | null, scale: ValueScale): Reading[] {
  return lines.flatMap((line) => {
    const points = line.points.filter((point) => point.at === at);
    if (points.length === 0) return [];
    const more = points.length > mostSaid ? ` and ${points.length - mostSaid} more` : "";
    const said = points.slice(0, mostSaid).map((point) => pointText(point, scale));
    return [{ line, brief: briefText(points, scale), text: `${said.join("; ")}${more}` }];
  });
}

function briefText(points: readonly LinePoint[], scale: ValueScale): string {
  const texts = points.toSorted((one, other) => one.value - other.value).map((point) => valueText(point, scale));
  const [lowest = "", highest = lowest] = [texts.at(0), texts.at(-1)];
  return lowest === highest ? lowest : `${lowest} to ${highest}`;
}

/** The value, its tier, its interval, and the number of runs. */
export function pointText({ value, tier, bounds, runs, runId }: LinePoint, scale: ValueScale): string {
  const interval = bounds === null ? "" : ` (${boundsText(bounds, scale)})`;
  const of = runId === null ? `, ${formatCount(runs, "run")}` : "";
  return `${valueText({ value, runId }, scale)}${tier === null ? "" : ` ${tier}`}${interval}${of}`;
}

/** Runs and means have different formats. */
export function valueText({ value, runId }: Pick<LinePoint, "value" | "runId">, scale: ValueScale): string {
  return runId === null ? scale.formatMean(value) : scale.formatRun(value);
}

export function boundsText({ lower, upper }: NonNullable<LinePoint["bounds"]>, { formatMean }: ValueScale): string {
  return `${formatMean(lower)} to ${formatMean(upper)}`;
}
