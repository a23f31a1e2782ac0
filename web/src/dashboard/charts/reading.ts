/** What a chart says about one moment, in words. */
import type { ChartLine, LinePoint } from "./chart-line.ts";
import type { ValueScale } from "./value-scale.ts";

/** Runs of one moment that are said one by one. */
const mostSaid = 3;

export interface Reading {
  readonly line: ChartLine;
  /** The value alone; of several runs at one moment, from the lowest to the highest. */
  readonly brief: string;
  /** All that is known. */
  readonly text: string;
}

/** Each line that has something at that moment. */
export function readingsAt(lines: readonly ChartLine[], at: number | null, scale: ValueScale): Reading[] {
  return lines.flatMap((line) => {
    const points = line.points.filter((point) => point.at === at);
    if (points.length === 0) return [];
    const more = points.length > mostSaid ? ` and ${points.length - mostSaid} more` : "";
    const said = points.slice(0, mostSaid).map((point) => pointText(point, scale));
    return [{ line, brief: briefText(points, scale), text: `${said.join("; ")}${more}` }];
  });
}

function briefText(points: readonly LinePoint[], { format }: ValueScale): string {
  const values = points.map(({ value }) => value);
  const [lowest, highest] = [format(Math.min(...values)), format(Math.max(...values))];
  return lowest === highest ? lowest : `${lowest} to ${highest}`;
}

/** The value, its tier, its interval, and of how many runs. */
export function pointText({ value, tier, bounds, runs, runId }: LinePoint, scale: ValueScale): string {
  const interval = bounds === null ? "" : ` (${boundsText(bounds, scale)})`;
  const of = runId === null ? `, ${runs === 1 ? "1 run" : `${runs} runs`}` : "";
  return `${scale.format(value)}${tier === null ? "" : ` ${tier}`}${interval}${of}`;
}

export function boundsText({ lower, upper }: NonNullable<LinePoint["bounds"]>, { format }: ValueScale): string {
  return `${format(lower)} to ${format(upper)}`;
}
