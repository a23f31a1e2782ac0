/** Slices of the dataset by metric: the stronger the tint, the further a slice is below the mean of all. */
import type { PageEvaluation } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { formatBounds, formatMean, formatSigned } from "../../../src/metrics/evaluation/exports/numbers.ts";
import type { MetricSummary } from "../../../src/metrics/evaluation/summary/metric-summary.ts";
import type { SliceSummary } from "../../../src/metrics/evaluation/summary/summaries.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { Section } from "../parts/section.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { safeLine } from "../text/safe.ts";
import { measureDistance, nameField } from "./describe-evaluation.ts";

/** From this distance below the mean on, a cell has the next tint. */
const tintSteps = [0.02, 0.05, 0.08, 0.12, 0.16] as const;

/** 0 for no tint, up to 5. A distance in another unit counts relative to the mean. */
export function findTint(
  distance: number,
  { mean, distribution }: Pick<MetricSummary, "mean" | "distribution">,
): number {
  const unit = distribution === null ? Math.abs(mean ?? 0) : 1;
  return unit === 0 ? 0 : tintSteps.filter((step) => -distance / unit >= step).length;
}

export function Slices({ evaluation }: { evaluation: PageEvaluation }) {
  const { slices, metrics } = evaluation.summary;
  const [count, more] = useShowMore(slices.length, 40, "slices");
  if (slices.length === 0) return null;
  const shown = groupByField(slices.slice(0, count));
  return (
    <Section
      id="slices"
      title="Slices"
      note="the stronger the tint, the further below the mean of all; a difference is written where the 95 % interval excludes that mean"
    >
      <table role="table" class="slices stacks">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader">Slice</th>
            <th role="columnheader" class="number">
              Items
            </th>
            {metrics.map(({ name }) => (
              <th role="columnheader" key={name}>
                {safeLine(name, 60)}
              </th>
            ))}
          </tr>
        </thead>
        {[...shown].map(([field, group]) => (
          <tbody role="rowgroup" key={field}>
            <tr role="row" class="slice-field">
              <th role="rowheader" scope="rowgroup" colSpan={metrics.length + 2}>
                {nameField(field)}
              </th>
            </tr>
            {group.map((slice) => (
              <SliceRow key={slice.value} slice={slice} metrics={metrics} />
            ))}
          </tbody>
        ))}
      </table>
      {more}
    </Section>
  );
}

function groupByField(slices: readonly SliceSummary[]): Map<string, SliceSummary[]> {
  const groups = new Map<string, SliceSummary[]>();
  for (const slice of slices) groups.set(slice.field, [...(groups.get(slice.field) ?? []), slice]);
  return groups;
}

function SliceRow({ slice, metrics }: { readonly slice: SliceSummary; readonly metrics: readonly MetricSummary[] }) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {safeLine(slice.value, 80)}
      </th>
      <StackedCell title="Items" class="number">
        {Math.max(0, ...slice.metrics.map(({ n }) => n))}
      </StackedCell>
      {metrics.map((metric) => (
        <SliceCell key={metric.name} slice={slice} whole={metric} />
      ))}
    </tr>
  );
}

function SliceCell({ slice, whole }: { readonly slice: SliceSummary; readonly whole: MetricSummary }) {
  const found = measureDistance(slice, whole);
  const title = safeLine(whole.name, 60);
  if (found === null)
    return (
      <StackedCell title={title}>
        <span class="none">{noNumber}</span>
      </StackedCell>
    );
  const { metric, distance, isProven } = found;
  return (
    <StackedCell title={title} class={`heat tint-${findTint(distance, whole)}`}>
      <b title={`95 %: ${formatBounds(metric)}, ${metric.scored} scored`}>{formatMean(metric)}</b>
      {isProven && <small> {formatSigned((metric.mean ?? 0) - (whole.mean ?? 0))}</small>}
    </StackedCell>
  );
}
