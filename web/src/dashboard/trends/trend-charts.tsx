/** The chart of the chosen metric, and the small ones behind it; all highlight the same moment. */
import { useMemo, useState } from "preact/hooks";
import { formatCount } from "../../../../src/core/format-count.ts";
import { type ChartLine, listMoments } from "../../charts/chart-line.ts";
import type { Cursor } from "../../charts/cursor.ts";
import type { ChartMark } from "../../charts/plot.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import type { ValueScale } from "../../charts/value-scale.ts";
import { formatDate, formatDateTime, formatDay } from "../../parts/moment.ts";
import { Section } from "../../parts/section.tsx";
import type { Trends } from "../api/answers.ts";
import { type ChosenReport, ReportChoice } from "./report-choice.tsx";
import type { Grain, TrendChoice } from "./trend-choice.ts";
import { TrendLegend } from "./trend-legend.tsx";
import {
  findMeasure,
  fitScale,
  listBehind,
  listMeasureLines,
  maxLines,
  type MeasureChart,
  type Series,
} from "./trend-lines.ts";

interface TrendChartsProps {
  readonly trends: Trends;
  readonly series: readonly Series[];
  readonly grain: Grain;
  readonly choice: TrendChoice;
  readonly runLink: (runId: string) => string;
  readonly reportLink: (reportId: string) => string;
  readonly compareLink: (before: string, after: string) => string;
  readonly seriesLink: (key: string) => string;
}

const axes: Readonly<Record<Grain, Pick<Cursor, "grainMs" | "format">>> = {
  run: { grainMs: 60_000, format: formatDateTime },
  report: { grainMs: 60_000, format: formatDateTime },
  day: { grainMs: 86_400_000, format: formatDate },
  week: { grainMs: 7 * 86_400_000, format: (at: number) => `week of ${formatDate(at)}` },
};

export function TrendCharts({ trends, series, grain, choice, runLink, seriesLink, ...links }: TrendChartsProps) {
  const { main, behind, moments } = useCharts(series, choice.metric);
  const marks = useMemo(() => listMarks(trends, moments), [trends, moments]);
  const reports = useMemo(() => listReports(trends), [trends]);
  const [at, moveTo] = useState<number | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const choose = (moment: number) =>
    setChosen((now) => (now.includes(moment) ? now.filter((each) => each !== moment) : [...now, moment].slice(-2)));
  const cursor: Cursor = { at, moments, moveTo, ...axes[grain], ...(grain === "report" && { choose }) };
  const named = chosen.flatMap((moment) => reports.get(moment) ?? []);
  return (
    <>
      <TrendLegend series={series} measure={main} seriesLink={seriesLink} />
      {main.lines.every(({ points }) => points.length === 0) && (
        <p class="notice">None of these runs has this number. Choose another metric.</p>
      )}
      <TimeChart id={`chart-${main.name}`} {...main} {...{ cursor, runLink, marks, chosen }} height={320} />
      <p class="chart-note">{describeChart(main, grain)}</p>
      {grain === "report" && <ReportChoice chosen={named} {...links} onEnd={() => setChosen([])} />}
      {behind.length > 0 && (
        <Section id="behind" title="Behind it">
          <div class="small-charts">
            {behind.map((chart) => (
              <TimeChart
                key={chart.name}
                id={`chart-${chart.name}`}
                {...chart}
                {...{ cursor, runLink }}
                height={170}
                isSmall
              />
            ))}
          </div>
        </Section>
      )}
    </>
  );
}

type DrawnChart = MeasureChart & { readonly lines: readonly ChartLine[]; readonly scale: ValueScale };

/** Depends on the data only, so that moving the pointer does not compute it again. */
function useCharts(series: readonly Series[], metric: TrendChoice["metric"]) {
  return useMemo(() => {
    const shown = series.slice(0, maxLines);
    const draw = (measure: MeasureChart, hasBands: boolean): DrawnChart => {
      const lines = listMeasureLines(shown, measure);
      return { ...measure, lines, scale: fitScale(measure, lines, hasBands) };
    };
    const main = draw(findMeasure(metric), true);
    const behind = listBehind(metric)
      .filter(({ name }) => name !== main.name)
      .map((measure) => draw(measure, false))
      // Older runs have no dimensions: an empty chart says nothing.
      .filter(({ lines }) => lines.some(({ points: known }) => known.length > 0));
    return { main, behind, moments: listMoments([main, ...behind].flatMap(({ lines }) => lines)) };
  }, [series, metric]);
}

const points: Readonly<Record<Grain, string>> = {
  report: "the mean of a report's results",
  day: "the mean of a day's results",
  week: "the mean of a week's results",
  run: "a run",
};

function describeChart({ name, lines, scale }: DrawnChart, grain: Grain): string {
  const hasBounds = lines.some((line) => line.points.some(({ bounds }) => bounds !== null));
  const least = scale.least ?? 0;
  const value = name === "wall" && grain !== "run" ? points[grain].replace("mean of", "median time of") : points[grain];
  return [
    `A point is ${value}${hasBounds ? ", the band its 95 % interval" : ""}.`,
    ...(least > 0 ? [`The axis begins at ${scale.formatTick(least)}.`] : []),
    ...(lines.some(({ reference }) => reference.length > 0)
      ? ["Dashed: the usual time that speed was measured against."]
      : []),
    ...(grain === "report" ? ["Select two points to compare their reports."] : []),
  ].join(" ");
}

/** Between the report in which scenarios were first different and the point before it. */
function listMarks({ task_changes: changes }: Trends, moments: readonly number[]): ChartMark[] {
  return changes.flatMap(({ at: text, scenarios }) => {
    const at = Date.parse(text);
    const before = moments.findLast((moment) => moment < at);
    if (before === undefined || !moments.includes(at)) return [];
    return [{ at: (before + at) / 2, label: `${formatCount(scenarios.length, "scenario")} changed, ${formatDay(at)}` }];
  });
}

function listReports({ data }: Trends): ReadonlyMap<number, ChosenReport> {
  return new Map(
    data.flatMap(({ at, report_id: id }) =>
      id === null ? [] : [[Date.parse(at), { id, at: Date.parse(at) }] as const],
    ),
  );
}
