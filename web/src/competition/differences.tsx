/** What is proven: the winner against each other agent, with intervals, and what would decide where it is too close. */
import type { Competition, CompetitionDifference } from "../../../src/core/report/competition.ts";
import { describeLook, describeNeeded, metricNames } from "../../../src/report/competition/competition-words.ts";
import { formatChange, formatP } from "../../../src/report/text/format-verdict.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { type Axis, AxisRow, AxisTicks, formatSignedTick, IntervalMark, makeAxis, toPercent } from "../charts/axis.tsx";
import { AgentName } from "../parts/agent-look.tsx";
import { Section } from "../parts/section.tsx";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { safeName } from "../text/safe.ts";

/** Nothing without a winner. */
export function Differences({ competition }: { readonly competition: Competition }) {
  const { winner, verdict, differences, alpha, look } = competition;
  if (winner === null) return null;
  const axis = makeAxis(
    differences.flatMap(({ estimate, lower, upper }) => [0, estimate ?? 0, lower ?? 0, upper ?? 0]),
    { ticks: 7 },
  );
  return (
    <Section id="proof" title="Is the winner the better agent?" note={describeVerdict(verdict)}>
      <table role="table" class="agent-changes stacks">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {safeName(winner, 60)} against
            </th>
            <th role="columnheader" scope="col" class="number">
              Ahead by
            </th>
            <th role="columnheader" scope="col" class="chart">
              Points, {Number((100 - 100 * alpha).toFixed(1))} % interval
              <AxisTicks axis={axis} format={formatSignedTick} />
            </th>
            <th role="columnheader" scope="col">
              What that says
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {differences.map((difference) => (
            <DifferenceRow key={difference.agentName} difference={difference} axis={axis} />
          ))}
        </tbody>
      </table>
      <p class="chart-note">
        Paired by scenario. The p values are corrected for the number of agents by Holm’s method; below{" "}
        {Number(alpha.toPrecision(3))} counts as proven. {describeLook(look)}
      </p>
    </Section>
  );
}

function describeVerdict(verdict: Competition["verdict"]): string {
  return verdict === "PROVEN" ? "proven against every other agent" : "too close to call";
}

function DifferenceRow({ difference, axis }: { readonly difference: CompetitionDifference; readonly axis: Axis }) {
  const { agentName, estimate, lower, upper, isBehind, adjustedP, metric } = difference;
  const tone = isBehind ? "move-good" : "move-plain";
  const bounds = lower === null || upper === null ? null : { lower, upper };
  const zero = toPercent(axis, 0);
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <AgentName name={agentName} />
      </th>
      <StackedCell title="Ahead by" class={`number numeral main ${tone}`}>
        {estimate === null ? noNumber : formatChange(estimate)}
      </StackedCell>
      <td role="cell" class="chart">
        <AxisRow axis={axis} label={describeInterval(difference)}>
          <line class="zero-line" x1={zero} x2={zero} y1="0" y2="36" />
          {estimate !== null && (
            <IntervalMark axis={axis} agent={agentName} value={estimate} bounds={bounds} y={18} tone={tone} />
          )}
        </AxisRow>
      </td>
      <td role="cell" class="why">
        <b class={isBehind ? "is-passed" : undefined}>{isBehind ? "Proven" : "Too close"}</b> by {metricNames[metric]}
        {adjustedP !== null && `, ${formatP(adjustedP)}`}.{!isBehind && ` ${describeNeeded(difference)}`}
      </td>
    </tr>
  );
}

function describeInterval({ agentName, estimate, lower, upper, metric }: CompetitionDifference): string {
  const name = safeName(agentName);
  if (estimate === null) return `${name}: no difference is known`;
  const unit = metric === "pass" ? "points of pass rate" : "points";
  const range = lower === null || upper === null ? "" : `, between ${formatChange(lower)} and ${formatChange(upper)}`;
  return `${name}: ${formatChange(estimate)} ${unit}${range}`;
}
