/** The lines with their newest numbers; each name links to its own trends. */
import { formatCount } from "../../../../src/core/format-count.ts";
import { useLineClass } from "../../charts/plot.tsx";
import { formatValue } from "../../charts/reading.ts";
import type { ValueScale } from "../../charts/value-scale.ts";
import { AgentMark } from "../../parts/agent-look.tsx";
import { TierWord } from "../../scorecard/tier.tsx";
import { maxLines, type Measure, readMeasure, type Series } from "./trend-lines.ts";

interface TrendLegendProps {
  readonly series: readonly Series[];
  readonly measure: { readonly name: Measure; readonly scale: ValueScale };
  readonly seriesLink: (key: string) => string;
}

export function TrendLegend({ series, measure, seriesLink }: TrendLegendProps) {
  const drawn = series.slice(0, maxLines);
  return (
    <>
      <ul class="legend trend-legend" aria-label="Lines">
        {drawn.map((line) => (
          <LegendLine key={line.tone} line={line} measure={measure} seriesLink={seriesLink} />
        ))}
      </ul>
      {series.length > drawn.length && (
        <p class="notice">
          {drawn.length} of {series.length} lines are shown: those with the most runs. Choose another one above.
        </p>
      )}
    </>
  );
}

interface LegendLineProps extends Omit<TrendLegendProps, "series"> {
  readonly line: Series;
}

function LegendLine({ line, measure, seriesLink }: LegendLineProps) {
  const { key, name, agent, runs, points } = line;
  const newest = points.findLast((point) => readMeasure(point, measure.name) !== null);
  const value = newest === undefined ? null : readMeasure(newest, measure.name);
  return (
    <li class={useLineClass(line)}>
      {agent === null ? (
        <svg width="26" height="10" aria-hidden="true">
          <path class="value" d="M1,5L25,5" />
        </svg>
      ) : (
        <AgentMark name={agent} />
      )}
      {key === null ? <b>{name}</b> : <a href={seriesLink(key)}>{name}</a>}
      {newest !== undefined && value !== null && (
        <span>
          {formatValue({ value, runId: newest.run_id }, measure.scale)}{" "}
          {measure.name === "score" && <TierWord tier={newest.tier} />}
        </span>
      )}
      <span class="runs">{formatCount(runs, "run")}</span>
    </li>
  );
}
