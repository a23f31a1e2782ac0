/** Single runs beside each other, a row per line: for so few reports that a line over time would say nothing. */
import { formatCount } from "../../../../src/core/format-count.ts";
import { type Axis, AxisTicks, makeAxis, toPercent } from "../../charts/axis.tsx";
import { useLineClass } from "../../charts/plot.tsx";
import { AgentMark } from "../../parts/agent-look.tsx";
import { formatDateTime } from "../../parts/moment.ts";
import type { TrendPoint } from "../api/answers.ts";
import { maxLines, type MeasureChart, readMeasure, type Series } from "./trend-lines.ts";

interface RunStripProps {
  readonly series: readonly Series[];
  readonly measure: MeasureChart;
  readonly runLink: (runId: string) => string;
}

export function RunStrip({ series, measure, runLink }: RunStripProps) {
  const shown = series.slice(0, maxLines);
  const values = shown.flatMap(({ points }) => points.flatMap((point) => readMeasure(point, measure.name) ?? []));
  const axis = makeAxis(values, { least: 0, most: measure.scale.most });
  return (
    <figure class="run-strip">
      <figcaption class="strip-head">
        <span class="label">{measure.title}</span>
        <AxisTicks axis={axis} format={measure.scale.formatTick} />
      </figcaption>
      {shown.map((line) => (
        <StripRow key={line.tone} {...{ line, measure, axis, runLink }} />
      ))}
    </figure>
  );
}

interface StripRowProps {
  readonly line: Series;
  readonly measure: MeasureChart;
  readonly axis: Axis;
  readonly runLink: (runId: string) => string;
}

function StripRow({ line, measure, axis, runLink }: StripRowProps) {
  const known = line.points.filter((point) => readMeasure(point, measure.name) !== null);
  return (
    <div class={`strip-row ${useLineClass(line)}`}>
      <span class="agent-name">
        {line.agent !== null && <AgentMark name={line.agent} />}
        <bdi>{line.name}</bdi> <small>{formatCount(known.length, "run")}</small>
      </span>
      <svg width="100%" height="36" role="group" aria-label={`${line.name}: ${measure.title} of each run`}>
        {axis.ticks.map((tick) => (
          <line key={tick} class="grid-line" x1={toPercent(axis, tick)} x2={toPercent(axis, tick)} y1="0" y2="36" />
        ))}
        {known.map((point) => (
          <RunDot key={point.run_id} {...{ point, measure, axis, runLink }} />
        ))}
      </svg>
    </div>
  );
}

interface RunDotProps extends Omit<StripRowProps, "line"> {
  readonly point: TrendPoint;
}

/** Hollow if the run failed. */
function RunDot({ point, measure, axis, runLink }: RunDotProps) {
  const value = readMeasure(point, measure.name) ?? 0;
  const status = point.failed > 0 ? "failed" : "passed";
  const { formatRun } = measure.scale;
  const words = `${measure.title} ${formatRun(value)}, ${status}, ${formatDateTime(Date.parse(point.at))} UTC`;
  return (
    <a href={runLink(point.run_id ?? "")} aria-label={words}>
      <title>{words}</title>
      <circle class={`run ${status}`} cx={toPercent(axis, value)} cy="18" r="6" />
    </a>
  );
}
