/** How the scores of a metric are spread: a histogram from 0 to 1, or for other units the range with its quartiles. */
import { formatMean } from "../../../src/metrics/evaluation/exports/numbers.ts";
import type { MetricSummary } from "../../../src/metrics/evaluation/summary/metric-summary.ts";
import { noNumber } from "../../../src/report/text/format.ts";

export function Spread({ metric }: { metric: MetricSummary }) {
  const { distribution, threshold, lowerIsBetter } = metric;
  return distribution === null ? (
    <Range metric={metric} />
  ) : (
    <Histogram counts={distribution} threshold={threshold} lowerIsBetter={lowerIsBetter} />
  );
}

interface HistogramProps {
  readonly counts: readonly number[];
  readonly threshold: number | null;
  readonly lowerIsBetter: boolean;
}

const [barWidth, height] = [15, 36];

function Histogram({ counts, threshold, lowerIsBetter }: HistogramProps) {
  const most = Math.max(1, ...counts);
  const width = counts.length * (barWidth + 1);
  const words = counts
    .map((count, index) =>
      count === 0 ? "" : `${count} from ${index / counts.length} to ${(index + 1) / counts.length}`,
    )
    .filter((text) => text !== "");
  /** Bins that lie wholly on the wrong side of the threshold. */
  const isBelow = (index: number) =>
    threshold !== null &&
    (lowerIsBetter ? index / counts.length >= threshold : (index + 1) / counts.length <= threshold);
  return (
    <svg
      class="distribution"
      width={width}
      height={height + 13}
      viewBox={`0 0 ${width} ${height + 13}`}
      role="img"
      aria-label={`Distribution: ${words.join(", ") || "no score"}`}
    >
      {counts.map((count, index) => {
        // Even a single score stays visible.
        const high = count === 0 ? 0 : Math.max(2, (count / most) * height);
        return (
          <rect
            key={index}
            class={isBelow(index) ? "below" : undefined}
            x={index * (barWidth + 1)}
            y={height - high}
            width={barWidth}
            height={high}
          >
            <title>{count}</title>
          </rect>
        );
      })}
      <line class="axis-line" x1="0" x2={width} y1={height + 0.5} y2={height + 0.5} />
      {threshold !== null && threshold >= 0 && threshold <= 1 && (
        <line class="threshold" x1={threshold * width} x2={threshold * width} y1="0" y2={height} />
      )}
      <text x="0" y={height + 12}>
        0
      </text>
      <text x={width} y={height + 12} text-anchor="end">
        1
      </text>
    </svg>
  );
}

/** Least to most, with the middle half as a bar and the median as a stroke. */
function Range({ metric }: { metric: MetricSummary }) {
  const { min, max, p25, p75, median } = metric;
  if (min === null || max === null || p25 === null || p75 === null || median === null) return <>{noNumber}</>;
  const width = 160;
  const toX = (value: number) => (max === min ? width / 2 : ((value - min) / (max - min)) * (width - 2) + 1);
  const words = `From ${formatMean(metric, min)} to ${formatMean(metric, max)}; half of the scores from ${formatMean(metric, p25)} to ${formatMean(metric, p75)}, median ${formatMean(metric, median)}`;
  return (
    <svg class="distribution" width={width} height="38" viewBox={`0 0 ${width} 38`} role="img" aria-label={words}>
      <line class="axis-line" x1={toX(min)} x2={toX(max)} y1="12.5" y2="12.5" />
      <rect x={toX(p25)} y="6" width={Math.max(2, toX(p75) - toX(p25))} height="13" />
      <line class="median" x1={toX(median)} x2={toX(median)} y1="3" y2="22" />
      <text x="0" y="35">
        {formatMean(metric, min)}
      </text>
      <text x={width} y="35" text-anchor="end">
        {formatMean(metric, max)}
      </text>
    </svg>
  );
}
