/** The metrics: mean with interval, distribution, and counts of passed, failed and not applicable rows. */
import { formatBounds, formatMean, formatMetricShare } from "../../../src/metrics/evaluation/exports/numbers.ts";
import type { MetricSummary } from "../../../src/metrics/evaluation/summary/metric-summary.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { ScrollTable, numberColumns, textColumns } from "../parts/table.tsx";
import { Section } from "../parts/section.tsx";
import { safeLine } from "../text/safe.ts";

/** The distribution of scores from 0 to 1 as bars, with the threshold as a line. */
interface DistributionProps {
  readonly counts: readonly number[];
  readonly threshold: number | null;
}

const [barWidth, height] = [11, 32];

function Distribution({ counts, threshold }: DistributionProps) {
  const most = Math.max(1, ...counts);
  const width = counts.length * (barWidth + 1);
  const words = counts
    .map((count, index) =>
      count === 0 ? "" : `${count} from ${index / counts.length} to ${(index + 1) / counts.length}`,
    )
    .filter((text) => text !== "");
  return (
    <svg
      class="distribution"
      width={width}
      height={height + 1}
      viewBox={`0 0 ${width} ${height + 1}`}
      role="img"
      aria-label={`Distribution: ${words.join(", ") || "no score"}`}
    >
      {counts.map((count, index) => {
        // Even a single score stays visible.
        const high = count === 0 ? 0 : Math.max(2, (count / most) * height);
        return (
          <rect key={index} x={index * (barWidth + 1)} y={height - high} width={barWidth} height={high}>
            <title>{count}</title>
          </rect>
        );
      })}
      <line class="axis-line" x1="0" x2={width} y1={height + 0.5} y2={height + 0.5} />
      {threshold !== null && threshold >= 0 && threshold <= 1 && (
        <line class="threshold" x1={threshold * width} x2={threshold * width} y1="0" y2={height} />
      )}
    </svg>
  );
}

const columns = [
  ...textColumns("Metric"),
  ...numberColumns("Mean", "Pass rate"),
  ...textColumns("Distribution"),
  ...numberColumns("Median, range", "Scored", "Failed", "n/a"),
];

export function MetricTable({ metrics }: { metrics: readonly MetricSummary[] }) {
  return (
    <Section id="metrics" title="Metrics" note="95 % intervals">
      {metrics.length === 0 ? (
        <p class="notice">Nothing was measured.</p>
      ) : (
        <ScrollTable label="Metrics" class="metric-table" columns={columns}>
          {metrics.map((metric) => (
            <MetricRow key={metric.name} metric={metric} />
          ))}
        </ScrollTable>
      )}
    </Section>
  );
}

function MetricRow({ metric }: { metric: MetricSummary }) {
  const { name, tier, distribution, threshold, lowerIsBetter } = metric;
  return (
    <tr>
      <th scope="row">
        <b>{safeLine(name, 120)}</b>
        <small>
          {threshold === null
            ? "no threshold"
            : `${lowerIsBetter ? "at most" : "at least"} ${formatMetricShare(threshold)}`}
        </small>
        <Notes metric={metric} />
      </th>
      <td class="number">
        {tier !== null && <span class={`tier-word band-${tier}`}>{tier} </span>}
        <span class={`score ${tier === null ? "" : `band-${tier}`}`}>{formatMean(metric)}</span>
        <small>{formatBounds(metric)}</small>
      </td>
      <td class="number">
        {formatPercent(metric.passRate)}
        {metric.passRateCi95 !== null && (
          <small>
            {formatPercent(metric.passRateCi95.lower)} to {formatPercent(metric.passRateCi95.upper)}
          </small>
        )}
      </td>
      <td>
        {distribution === null ? (
          <span class="none">not on a scale from 0 to 1</span>
        ) : (
          <Distribution counts={distribution} threshold={threshold} />
        )}
      </td>
      <td class="number">
        {formatMean(metric, metric.median)}
        {metric.min !== null && (
          <small>
            {formatMean(metric, metric.min)} to {formatMean(metric, metric.max)}
          </small>
        )}
      </td>
      <td class="number">
        {metric.scored}
        <small>of {metric.n}</small>
      </td>
      <td class={`number ${metric.failed > 0 ? "bad" : ""}`}>{metric.failed}</td>
      <td class="number">{metric.notApplicable}</td>
    </tr>
  );
}

/** Why rows have no score, most frequent first. */
function Notes({ metric: { failureReasons, notApplicableReasons, warning } }: { metric: MetricSummary }) {
  const reasons = [
    ...failureReasons.map((each) => ({ ...each, word: "failed" })),
    ...notApplicableReasons.map((each) => ({ ...each, word: "n/a" })),
  ];
  return (
    <>
      {warning !== undefined && <small class="warning">{safeLine(warning, 300)}</small>}
      {reasons.slice(0, 6).map(({ reason, count, word }) => (
        <small key={`${word} ${reason}`}>
          {count} {word}: {safeLine(reason, 200)}
        </small>
      ))}
    </>
  );
}

export function formatPercent(share: number | null): string {
  return share === null ? noNumber : `${(share * 100).toFixed(1)} %`;
}
