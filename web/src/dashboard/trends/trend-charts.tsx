/** Charts of the chosen metric and of the time that runs took; all highlight the same moment. */
import { useMemo, useState } from "preact/hooks";
import { formatCount } from "../../../../src/core/format-count.ts";
import { formatDate, formatDateTime } from "../../parts/moment.ts";
import { TierWord } from "../../scorecard/tier.tsx";
import type { Trends } from "../api/answers.ts";
import { listMoments } from "../../charts/chart-line.ts";
import { formatValue } from "../../charts/reading.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { makeDurationScale } from "../../charts/value-scale.ts";
import type { TrendChoice } from "./trend-choice.ts";
import {
  findLongestWall,
  listMeasureLines,
  measures,
  readMeasure,
  maxLines,
  type Series,
  groupSeries,
  listWallLines,
} from "./trend-lines.ts";

interface TrendChartsProps {
  readonly trends: Trends;
  readonly choice: TrendChoice;
  readonly runLink: (runId: string) => string;
  readonly seriesLink: (key: string) => string;
}

const axes = {
  run: { grainMs: 60_000, format: formatDateTime },
  day: { grainMs: 86_400_000, format: formatDate },
  week: { grainMs: 7 * 86_400_000, format: (at: number) => `week of ${formatDate(at)}` },
} as const;

export function TrendCharts({ trends, choice, runLink, seriesLink }: TrendChartsProps) {
  const all = useMemo(() => groupSeries(trends.data, choice.by), [trends, choice.by]);
  const { charts, wall, moments } = useCharts(all, choice.metric);
  const [at, moveTo] = useState<number | null>(null);
  const cursor = { at, moments, moveTo, ...axes[choice.bucket] };
  const shared = { cursor, runLink };
  return (
    <>
      <Legend series={all} metric={choice.metric} seriesLink={seriesLink} />
      {charts[0]?.lines.every(({ points }) => points.length === 0) === true && (
        <p class="notice">None of these runs has an AXIS Result. Choose the scorecard to see theirs.</p>
      )}
      <div class="charts">
        {charts.map(({ name, ...chart }, place) => (
          <TimeChart key={name} id={`chart-${name}`} {...chart} height={place === 0 ? 280 : 170} {...shared} />
        ))}
        <TimeChart
          id="chart-wall"
          title={choice.bucket === "run" ? "Time taken" : "Time taken, p50"}
          {...wall}
          height={170}
          {...shared}
        />
      </div>
    </>
  );
}

/** Depends on the data only, so that moving the pointer does not compute it again. */
function useCharts(all: readonly Series[], metric: TrendChoice["metric"]) {
  return useMemo(() => {
    const drawn = all.slice(0, maxLines);
    const charts = measures[metric].map((measure) => ({ ...measure, lines: listMeasureLines(drawn, measure.name) }));
    const lines = listWallLines(drawn);
    const hasReference = lines.some(({ reference }) => reference.length > 0);
    const note = hasReference ? { note: "Dashed: the usual time that speed was measured against" } : {};
    const wall = { lines, scale: makeDurationScale(findLongestWall(lines)), ...note };
    return { charts, wall, moments: listMoments([...charts.flatMap((chart) => chart.lines), ...lines]) };
  }, [all, metric]);
}

/** The lines with their newest numbers; each name links to its own trends. */
interface LegendProps {
  readonly series: readonly Series[];
  readonly metric: TrendChoice["metric"];
  readonly seriesLink: (key: string) => string;
}

function Legend({ series, metric, seriesLink }: LegendProps) {
  const drawn = series.slice(0, maxLines);
  const [headline] = measures[metric];
  return (
    <>
      <ul class="legend trend-legend" aria-label="Lines">
        {drawn.map(({ key, name, tone, runs, points }) => {
          const newest = points.findLast((point) => readMeasure(point, headline.name) !== null);
          return (
            <li key={tone} class={`line-${tone}`}>
              <svg width="26" height="10" aria-hidden="true">
                <path class="value" d="M1,5L25,5" />
              </svg>
              {key === null ? <b>{name}</b> : <a href={seriesLink(key)}>{name}</a>}
              {newest !== undefined && (
                <span>
                  {formatValue(
                    { value: readMeasure(newest, headline.name) ?? 0, runId: newest.run_id },
                    headline.scale,
                  )}{" "}
                  {metric === "scorecard" && <TierWord tier={newest.tier} />}
                </span>
              )}
              <span class="runs">{formatCount(runs, "run")}</span>
            </li>
          );
        })}
      </ul>
      {series.length > drawn.length && (
        <p class="notice">
          {drawn.length} of {series.length} lines are shown: those with the most runs. Choose another one above.
        </p>
      )}
    </>
  );
}
