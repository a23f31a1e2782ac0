/** Says in a sentence what has changed since a week ago, and how sure that is. */
import { formatDuration } from "../../../../src/report/text/format.ts";
import { formatPoints } from "../../../../src/report/text/format-verdict.ts";
import { joinNames } from "../../../../src/report/text/format-standings.ts";
import { formatDay } from "../../parts/moment.ts";
import { safeName } from "../../text/safe.ts";
import type { Trends } from "../api/answers.ts";
import { formatMicros } from "../parts/micros.ts";
import type { TrendMetric } from "./trend-choice.ts";
import { findMeasure, readMeasure, type Series } from "./trend-lines.ts";

type Change = Trends["changes"][number];

/** The words of a change by the metric, with its size. */
const changed: Readonly<Record<TrendMetric, (difference: number) => string>> = {
  axis: (by) => `has ${by < 0 ? "lost" : "gained"} ${formatPoints(by)} points`,
  scorecard: (by) => `has ${by < 0 ? "lost" : "gained"} ${formatPoints(by)} points of its scorecard`,
  "pass-rate": (by) => `passes ${Math.round(Math.abs(by) * 100)} percentage points ${by < 0 ? "less" : "more"} often`,
  cost: (by) => `costs ${formatMicros(Math.abs(by))} ${by < 0 ? "less" : "more"} per run`,
  time: (by) => `takes ${formatDuration(Math.abs(by))} ${by < 0 ? "less" : "more"}`,
};

/** More lines are counted instead of named. */
const maxNamed = 4;

/** From paired comparisons of two reports. Empty if no line has two reports. */
export function describeChanges(changes: readonly Change[], metric: TrendMetric): string {
  const known = changes.filter(({ difference }) => difference !== null);
  const proven = known
    .filter((change) => change.proven)
    .toSorted((one, other) => Math.abs(other.difference ?? 0) - Math.abs(one.difference ?? 0));
  const open = known.filter((change) => !change.proven);
  if (known.length === 0) return "";
  const since = formatDay(Math.min(...known.map((change) => Date.parse(change.since))));
  const told = proven.slice(0, maxNamed).map((change) => {
    return `${nameLine(change)} ${changed[metric](change.difference ?? 0)} (proven)`;
  });
  const names = open.length > maxNamed ? [`${open.length} other lines`] : open.map(nameLine);
  if (told.length === 0) return `Since ${since}, no change is proven: ${joinNames(names)} may differ by chance.`;
  const rest = names.length === 0 ? "." : `; the change of ${joinNames(names)} may be chance.`;
  return `Since ${since}, ${told.join(", ")}${rest}`;
}

function nameLine({ agent, scenario }: Pick<Change, "agent" | "scenario">): string {
  const name = agent ?? scenario;
  return name === null ? "all runs together" : safeName(name, 60);
}

/** Without reports to pair: whether the intervals of the newest point and of one a week before are apart. */
export function describeIntervals(series: readonly Series[], metric: TrendMetric): string {
  const measure = findMeasure(metric);
  const told = series.slice(0, maxNamed).flatMap(({ name, points }) => {
    const last = points.at(-1);
    const before = points.findLast(({ at }) => last !== undefined && Date.parse(last.at) - Date.parse(at) >= weekMs);
    if (last === undefined || before === undefined) return [];
    const [from, to] = [readMeasure(before, measure.name), readMeasure(last, measure.name)];
    const [old, now] = [measure.bounds(before), measure.bounds(last)];
    if (from === null || to === null || old === null || now === null) return [];
    if (old.lower <= now.upper && now.lower <= old.upper) return [];
    const scaled = metric === "pass-rate" ? (to - from) / 100 : to - from;
    return [`${name} ${changed[metric](scaled)} (the intervals do not overlap)`];
  });
  if (told.length > 0) return `In a week, ${told.join(", ")}.`;
  return "Days and weeks are not compared run by run: no change in a week is larger than the intervals.";
}

const weekMs = 7 * 86_400_000;
