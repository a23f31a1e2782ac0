/** One row per metric: its mean with an interval, how its scores lie, how many passed, failed or did not apply. */
import type { MetricSummary } from "../../../src/metrics/evaluation/summary/metric-summary.ts";
import { formatBounds, formatMean, formatMetricShare } from "../../../src/metrics/evaluation/exports/numbers.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { ColumnHeads, numbers, words } from "../parts/column-heads.tsx";
import { Section } from "../parts/section.tsx";
import { safeLine } from "../text/safe.ts";
import { Distribution } from "./distribution.tsx";

const columns = [
  ...words("Metric"),
  ...numbers("Mean", "Pass rate"),
  ...words("Distribution"),
  ...numbers("Median, range", "Scored", "Failed", "n/a"),
];

export function MetricTable({ metrics }: { metrics: readonly MetricSummary[] }) {
  return (
    <Section id="metrics" title="Metrics" note="95 % intervals">
      {metrics.length === 0 ? (
        <p class="notice">Nothing was measured.</p>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Metrics">
          <table class="metric-table">
            <ColumnHeads columns={columns} />
            <tbody>
              {metrics.map((metric) => (
                <MetricRow key={metric.name} metric={metric} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

function MetricRow({ metric }: { metric: MetricSummary }) {
  const { name, mean, tier, distribution, threshold, lowerIsBetter } = metric;
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
        <span class={`score ${tier === null ? "" : `band-${tier}`}`}>{formatMean(mean)}</span>
        <small>{formatBounds(metric.ci95)}</small>
      </td>
      <td class="number">
        {percent(metric.passRate)}
        {metric.passRateCi95 !== null && (
          <small>
            {percent(metric.passRateCi95.lower)} to {percent(metric.passRateCi95.upper)}
          </small>
        )}
      </td>
      <td>
        {distribution === null ? (
          <span class="none">not from 0 to 1</span>
        ) : (
          <Distribution counts={distribution} threshold={threshold} />
        )}
      </td>
      <td class="number">
        {formatMean(metric.median)}
        {metric.min !== null && (
          <small>
            {formatMean(metric.min)} to {formatMean(metric.max)}
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

/** Why rows have no score, the most frequent reasons first. */
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

export function percent(share: number | null): string {
  return share === null ? noNumber : `${(share * 100).toFixed(1)} %`;
}
