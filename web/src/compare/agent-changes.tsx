/** What can be said of each agent: its change with the interval, the margin, and why. */
import type { ComparedAgent } from "../../../src/report/comparison-view.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { formatChange, formatPoints } from "../../../src/report/text/format-verdict.ts";
import { findWordTone } from "../../../src/report/text/worst-first.ts";
import { type Axis, AxisRow, AxisTicks, formatSignedTick, IntervalMark, makeAxis, toPercent } from "../charts/axis.tsx";
import { AgentName } from "../parts/agent-look.tsx";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { safeLine, safeName } from "../text/safe.ts";

export function AgentChanges({ agents }: { readonly agents: readonly ComparedAgent[] }) {
  if (agents.length === 0) return <p class="notice">No agent has a result on both sides.</p>;
  const axis = makeAxis(
    agents.flatMap(({ change, bounds, margin }) => [
      change ?? 0,
      bounds?.lower ?? 0,
      bounds?.upper ?? 0,
      -margin,
      margin,
    ]),
    { ticks: 7 },
  );
  const margins = [...new Set(agents.map(({ margin }) => margin))];
  const hasBounds = agents.some(({ bounds }) => bounds !== null);
  return (
    <table role="table" class="agent-changes stacks">
      <thead role="rowgroup">
        <tr role="row">
          {["Agent", "Verdict", "Before", "After", "Change"].map((title, index) => (
            <th key={title} role="columnheader" scope="col" class={index > 1 ? "number" : undefined}>
              {title}
            </th>
          ))}
          <th role="columnheader" scope="col" class="chart">
            Points{hasBounds && ", 95 % interval"}; grey is the margin of {margins.join(" or ")}
            <AxisTicks axis={axis} format={formatSignedTick} />
          </th>
          <th role="columnheader" scope="col">
            Why
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {agents.map((agent) => (
          <AgentRow key={agent.name} agent={agent} axis={axis} />
        ))}
      </tbody>
    </table>
  );
}

function AgentRow({ agent, axis }: { readonly agent: ComparedAgent; readonly axis: Axis }) {
  const { name, word, before, after, change, why } = agent;
  const tone = `move-${findWordTone(word)}`;
  const value = (number: number | null) => (number === null ? noNumber : formatPoints(number));
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <AgentName name={name} />
      </th>
      <StackedCell title="Verdict" class={`word ${tone}`}>
        {word.toLowerCase()}
      </StackedCell>
      <StackedCell title="Before" class="number numeral">
        {value(before)}
      </StackedCell>
      <StackedCell title="After" class="number numeral">
        {value(after)}
      </StackedCell>
      <StackedCell title="Change" class={`number numeral main ${tone}`}>
        {change === null ? noNumber : formatChange(change)}
      </StackedCell>
      <td role="cell" class="chart">
        <AxisRow axis={axis} label={describeInterval(agent)}>
          <MarginBand axis={axis} margin={agent.margin} />
          {change !== null && (
            <IntervalMark axis={axis} agent={name} value={change} bounds={agent.bounds} y={18} tone={tone} />
          )}
        </AxisRow>
      </td>
      <td role="cell" class="why">
        {safeLine(why, 400)}
      </td>
    </tr>
  );
}

function MarginBand({ axis, margin }: { readonly axis: Axis; readonly margin: number }) {
  const [from, to, zero] = [-margin, margin, 0].map((value) => toPercent(axis, value));
  return (
    <>
      <rect
        class="margin-band"
        x={from}
        width={`${Number.parseFloat(to ?? "") - Number.parseFloat(from ?? "")}%`}
        height="36"
      />
      <line class="zero-line" x1={zero} x2={zero} y1="0" y2="36" />
    </>
  );
}

function describeInterval({ name, change, bounds, margin, isPassRate }: ComparedAgent): string {
  const unit = isPassRate ? "points of pass rate" : "points";
  const value = change === null ? "no change is known" : `${formatChange(change)} ${unit}`;
  const range = bounds === null ? "" : `, between ${formatChange(bounds.lower)} and ${formatChange(bounds.upper)}`;
  return `${safeName(name)}: ${value}${range}; the margin is ${margin}`;
}
