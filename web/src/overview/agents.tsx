/** The agents, best first: mean with its interval, passes, cost and time, and who can be told apart. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { Report } from "../../../src/core/report.ts";
import { describeStandings } from "../../../src/report/text/format-standings.ts";
import { formatPoints, formatRate } from "../../../src/report/text/format-verdict.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { type Axis, AxisRow, AxisTicks, IntervalMark, makeAxis, Strokes } from "../charts/axis.tsx";
import { AgentName } from "../parts/agent-look.tsx";
import { Section } from "../parts/section.tsx";
import { safe, safeName } from "../text/safe.ts";
import type { AgentRow } from "./agent-rows.ts";
import { AgentStatisticsTable } from "./agent-statistics.tsx";
import { formatUsage } from "./usage.ts";

interface AgentsProps {
  readonly report: Report;
  readonly agents: readonly AgentRow[];
}

export function Agents({ report, agents }: AgentsProps) {
  const values = agents.flatMap(({ mean, bounds, scenarios }) => [
    ...(mean === null ? [] : [mean]),
    ...scenarios,
    ...(bounds === null ? [] : [bounds.lower, bounds.upper]),
  ]);
  const axis = makeAxis(widen(values, leastSpan), { least: 0, most: 100, ticks: 5 });
  const { statistics = [], standings, results } = report;
  return (
    <Section id="agents" title="Agents">
      <table role="table" class="agents-table">
        <AgentHeads axis={axis} />
        <tbody role="rowgroup">
          {agents.map((agent) => (
            <AgentLine key={agent.name} agent={agent} axis={axis} />
          ))}
        </tbody>
      </table>
      <p class="chart-note">
        {describeStandings(standings?.differences ?? []).map((text) => `${safe(text)} `)}
        {agents.some(({ scenarios }) => scenarios.length > 1) && describeStrokes(agents)}
      </p>
      {statistics.length > 0 && results.some(({ trials }) => trials !== undefined) && (
        <details class="rest">
          <summary>Statistics of the agents</summary>
          <AgentStatisticsTable statistics={statistics} />
        </details>
      )}
    </Section>
  );
}

/** Points that an axis spans at least, so that small differences look small. */
const leastSpan = 20;

/** The values with another one below, if they are closer together. */
export function widen(values: readonly number[], span: number): readonly number[] {
  if (values.length === 0) return values;
  const most = Math.max(...values);
  return [...values, Math.max(0, Math.min(...values, most - span))];
}

function describeStrokes(agents: readonly AgentRow[]): string {
  const most = Math.max(...agents.map(({ scenarios }) => scenarios.length));
  return `Small strokes are the ${formatCount(most, "scenario")}.`;
}

function AgentHeads({ axis }: { readonly axis: Axis }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">
          Agent
        </th>
        <th role="columnheader" scope="col" class="mean">
          <span class="sr">Mean </span>
        </th>
        <th role="columnheader" scope="col" class="interval">
          <span>AXIS Result, 95 % interval</span>
          <AxisTicks axis={axis} />
        </th>
        <th role="columnheader" scope="col">
          Passed
        </th>
        <th role="columnheader" scope="col" class="number">
          Cost per run
        </th>
        <th role="columnheader" scope="col" class="number">
          Cost per pass
        </th>
        <th role="columnheader" scope="col" class="number">
          Time, median
        </th>
      </tr>
    </thead>
  );
}

function AgentLine({ agent, axis }: { readonly agent: AgentRow; readonly axis: Axis }) {
  const { name, mean, passed, counted, errors, usage, costPerPass } = agent;
  const share = counted === 0 ? noNumber : formatRate(passed / counted);
  return (
    <tr role="row">
      <th role="rowheader" scope="row" class="agent">
        <AgentName name={name} />
      </th>
      <td role="cell" class="mean">
        <strong>{mean === null ? noNumber : formatPoints(mean)}</strong>
      </td>
      <td role="cell" class="interval">
        {mean !== null && <AgentInterval agent={agent} mean={mean} axis={axis} />}
      </td>
      <td role="cell" class="passed">
        <b>{share}</b>{" "}
        <small>
          {passed}/{counted}
          {errors > 0 && `, ${formatCount(errors, "error")}`}
        </small>
      </td>
      <td role="cell" class="number" data-title="per run">
        {formatUsage("cost", usage.cost?.typical)}
      </td>
      <td role="cell" class="number" data-title="per pass">
        {formatUsage("cost", costPerPass ?? undefined)}
      </td>
      <td role="cell" class="number" data-title="median">
        {formatUsage("time", usage.time?.typical)}
      </td>
    </tr>
  );
}

function AgentInterval({
  agent,
  mean,
  axis,
}: {
  readonly agent: AgentRow;
  readonly mean: number;
  readonly axis: Axis;
}) {
  const { name, bounds, scenarios } = agent;
  const words =
    bounds === null ? "no interval" : `95 % interval ${formatPoints(bounds.lower)} to ${formatPoints(bounds.upper)}`;
  return (
    <AxisRow axis={axis} height={34} label={`${safeName(name, 80)}: mean ${formatPoints(mean)}, ${words}`}>
      <IntervalMark axis={axis} agent={name} value={mean} bounds={bounds} y={12} />
      <AgentStrokes axis={axis} values={scenarios} />
    </AxisRow>
  );
}

/** A single scenario is its own mean. */
function AgentStrokes({ axis, values }: { readonly axis: Axis; readonly values: readonly number[] }) {
  return values.length < 2 ? null : <Strokes axis={axis} values={values} y={24} />;
}
