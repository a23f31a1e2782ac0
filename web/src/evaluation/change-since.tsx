/** What changed since the evaluation before: a difference with its interval per metric, and the items that changed sides. */
import { formatSigned, describeFlips } from "../../../src/metrics/evaluation/exports/numbers.ts";
import type { ChangeWord, EvaluationChange } from "../../../src/metrics/evaluation/summary/compare.ts";
import type { MetricSummary } from "../../../src/metrics/evaluation/summary/metric-summary.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { AxisRow, AxisTicks, formatSignedTick, makeAxis, toPercent, type Axis } from "../charts/axis.tsx";
import { formatDay } from "../parts/moment.ts";
import { safeLine } from "../text/safe.ts";

type Change = EvaluationChange["metrics"][number];

interface ChangeSinceProps {
  readonly change: EvaluationChange;
  readonly metrics: readonly MetricSummary[];
}

export function ChangeSince({ change, metrics }: ChangeSinceProps) {
  const isShare = ({ name }: Change) => metrics.find((metric) => metric.name === name)?.distribution !== null;
  const drawn = change.metrics.filter(isShare);
  const axis = makeAxis(
    [0, ...drawn.flatMap(({ ci95, difference }) => [ci95?.lower, ci95?.upper, difference])].map((each) => each ?? 0),
    { ticks: 4 },
  );
  return (
    <div class="change-since">
      <p class="label">
        Since {change.timestamp === null ? "" : `${formatDay(Date.parse(change.timestamp))}, `}
        <bdi>{safeLine(change.name, 60)}</bdi>: {formatCount(change.items, "item")} in both
      </p>
      <div class="change-row change-ticks" aria-hidden="true">
        <span />
        <AxisTicks axis={axis} format={formatSignedTick} />
      </div>
      {change.metrics.map((each) => (
        <ChangeRow key={each.name} change={each} axis={isShare(each) ? axis : null} />
      ))}
      <p class="decided">{describeFlips(change)}</p>
    </div>
  );
}

const tones: Readonly<Record<ChangeWord, string>> = {
  improved: "is-passed",
  regressed: "is-failed",
  "no change": "is-not-run",
  "not enough data": "is-not-run",
};

function ChangeRow({ change, axis }: { readonly change: Change; readonly axis: Axis | null }) {
  const { name, difference, ci95, verdict } = change;
  const bounds = ci95 === null ? "" : `, 95 % from ${formatSigned(ci95.lower)} to ${formatSigned(ci95.upper)}`;
  return (
    <div class="change-row">
      <span>{safeLine(name, 60)}</span>
      {axis === null || difference === null ? (
        <span />
      ) : (
        <AxisRow axis={axis} height={22} label={`${safeLine(name, 60)}: ${formatSigned(difference)}${bounds}`}>
          <line class="zero-line" x1={toPercent(axis, 0)} x2={toPercent(axis, 0)} y1="0" y2="22" />
          <g class={`whiskers ${tones[verdict]}`}>
            {ci95 !== null && (
              <line x1={toPercent(axis, ci95.lower)} x2={toPercent(axis, ci95.upper)} y1="11" y2="11" />
            )}
            <circle class="agent-point" cx={toPercent(axis, difference)} cy="11" r="4" />
          </g>
        </AxisRow>
      )}
      <span class={`change-word ${tones[verdict]}`}>
        <b>{formatSigned(difference)}</b> {verdict}
      </span>
    </div>
  );
}
