/** The metrics: mean with interval and what it must be, items passed, the spread of the scores, what fails most. */
import type { PageEvaluation } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { formatBounds, formatMean, formatMetricShare } from "../../../src/metrics/evaluation/exports/numbers.ts";
import type { NamedGate } from "../../../src/metrics/evaluation/summary/check-gates.ts";
import type { MetricSummary } from "../../../src/metrics/evaluation/summary/metric-summary.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { type Axis, AxisRow, AxisTicks, makeAxis, toPercent } from "../charts/axis.tsx";
import { Section } from "../parts/section.tsx";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { safeLine } from "../text/safe.ts";
import { Spread } from "./spread.tsx";

type Limits = readonly NamedGate[];

export function MetricTable({ evaluation }: { evaluation: PageEvaluation }) {
  const { metrics } = evaluation.summary;
  const limits = evaluation.gate?.limits ?? [];
  const shares = metrics.filter(({ distribution }) => distribution !== null);
  const values = shares.flatMap(({ name, mean, ci95 }) => [
    mean,
    ci95?.lower,
    ci95?.upper,
    findMeanLimit(limits, name),
  ]);
  const axis = makeAxis(
    values.filter((value) => value !== null && value !== undefined),
    { least: 0, most: 1 },
  );
  return (
    <Section id="metrics" title="Metrics" note="mean with 95 % interval; the stroke is what it must have">
      {metrics.length === 0 ? (
        <p class="notice">Nothing was measured.</p>
      ) : (
        <table role="table" class="metric-table stacks">
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader">Metric</th>
              <th role="columnheader" class="number">
                Mean
              </th>
              <th role="columnheader">
                <span class={shares.length > 0 ? "sr" : undefined}>95 % interval</span>
                {shares.length > 0 && <AxisTicks axis={axis} />}
              </th>
              <th role="columnheader" class="number">
                Must have
              </th>
              <th role="columnheader" class="number">
                Items passed
              </th>
              <th role="columnheader">Scores</th>
              <th role="columnheader">What fails most</th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {metrics.map((metric) => (
              <MetricRow key={metric.name} {...{ metric, axis, evaluation }} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

interface MetricRowProps {
  readonly metric: MetricSummary;
  readonly axis: Axis;
  readonly evaluation: PageEvaluation;
}

function MetricRow({ metric, axis, evaluation: { gate, failsMost } }: MetricRowProps) {
  const { name, passRate, passRateCi95 } = metric;
  const isMissed = gate?.missed.includes(name) ?? false;
  const reason = failsMost?.[name];
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <b>{safeLine(name, 120)}</b>
        <Notes metric={metric} />
      </th>
      <StackedCell title="Mean" class={`number mean ${isMissed ? "is-failed" : ""}`}>
        <span class="score">{formatMean(metric)}</span>
      </StackedCell>
      <StackedCell title="95 % interval" class="interval">
        <MeanInterval metric={metric} axis={axis} limit={findMeanLimit(gate?.limits ?? [], name)} />
      </StackedCell>
      <StackedCell title="Must have" class="number">
        {describeLimits(metric, gate?.limits ?? [])}
        {isMissed && <span class="is-failed mark"> ✕</span>}
      </StackedCell>
      <StackedCell title="Items passed" class="number">
        {formatPercent(passRate)}
        {passRateCi95 !== null && (
          <small>
            {formatPercent(passRateCi95.lower)} to {formatPercent(passRateCi95.upper)}
          </small>
        )}
      </StackedCell>
      <StackedCell title="Scores">
        <Spread metric={metric} />
      </StackedCell>
      <StackedCell title="What fails most" class="fails-most">
        {reason === undefined ? (
          noNumber
        ) : (
          <>
            <bdi>{safeLine(reason.text, 160)}</bdi> <small>({formatCount(reason.count, "item")})</small>
          </>
        )}
      </StackedCell>
    </tr>
  );
}

interface MeanIntervalProps {
  readonly metric: MetricSummary;
  readonly axis: Axis;
  readonly limit: number | null;
}

/** Drawn for metrics from 0 to 1, written for others: seconds and shares have no common axis. */
function MeanInterval({ metric, axis, limit }: MeanIntervalProps) {
  const { mean, ci95, distribution } = metric;
  if (distribution === null || mean === null) return <span class="bounds">{formatBounds(metric)}</span>;
  return (
    <AxisRow axis={axis} height={30} label={`95 % interval: ${formatBounds(metric)}`}>
      <g class="whiskers band-plain">
        {ci95 !== null && <line x1={toPercent(axis, ci95.lower)} x2={toPercent(axis, ci95.upper)} y1="15" y2="15" />}
        <circle class="agent-point" cx={toPercent(axis, mean)} cy="15" r="4.5" />
      </g>
      {limit !== null && <line class="limit" x1={toPercent(axis, limit)} x2={toPercent(axis, limit)} y1="5" y2="25" />}
    </AxisRow>
  );
}

function findMeanLimit(limits: Limits, name: string): number | null {
  return limits.find(({ target, gate }) => target === name && gate.mean !== undefined)?.gate.mean ?? null;
}

/** Every limit of a metric, such as `mean 0.8, pass rate 90 %`. */
function describeLimits(metric: MetricSummary, limits: Limits): string {
  const words = limits
    .filter(({ target }) => target === metric.name)
    .flatMap(({ gate: { mean, passRate, minCoverage, maxFailed } }) => [
      ...(mean === undefined ? [] : [formatMean(metric, mean)]),
      ...(passRate === undefined ? [] : [`pass rate ${formatPercent(passRate)}`]),
      ...(minCoverage === undefined ? [] : [`coverage ${formatPercent(minCoverage)}`]),
      ...(maxFailed === undefined ? [] : [`at most ${maxFailed} not measured`]),
    ]);
  return words.join(", ") || noNumber;
}

/** The threshold of an item, how many were measured, and why the others were not. */
function Notes({ metric }: { metric: MetricSummary }) {
  const { threshold, lowerIsBetter, n, scored, failed, notApplicable, warning } = metric;
  const counts = [
    threshold === null ? "no threshold" : `passes ${lowerIsBetter ? "up to" : "from"} ${formatMetricShare(threshold)}`,
    scored === n ? `all ${n} scored` : `${scored} of ${n} scored`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notApplicable > 0 ? [`${notApplicable} n/a`] : []),
  ];
  const reasons = [
    ...metric.failureReasons.map((each) => ({ ...each, word: "failed" })),
    ...metric.notApplicableReasons.map((each) => ({ ...each, word: "n/a" })),
  ];
  return (
    <>
      <small>{counts.join(", ")}</small>
      {warning !== undefined && <small class="warning">{safeLine(warning, 300)}</small>}
      {reasons.slice(0, 6).map(({ reason, count, word }) => (
        <small key={`${word} ${reason}`}>
          {count} {word}: {safeLine(reason, 200)}
        </small>
      ))}
    </>
  );
}

function formatPercent(share: number | null): string {
  return share === null ? noNumber : `${(share * 100).toFixed(1).replace(/\.0$/, "")} %`;
}
