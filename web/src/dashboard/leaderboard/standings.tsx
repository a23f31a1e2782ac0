/** The leaderboard table: an interval per agent on one axis, then the other numbers; unranked agents come last. */
import { formatRate } from "../../../../src/report/text/format-verdict.ts";
import { formatDuration, noNumber } from "../../../../src/report/text/format.ts";
import { type Axis, AxisRow, AxisTicks, IntervalMark, makeAxis } from "../../charts/axis.tsx";
import { costScale } from "../../charts/value-scale.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { AgentMark } from "../../parts/agent-look.tsx";
import { StackedCell } from "../../parts/stacked-cell.tsx";
import { safeLine, safeName } from "../../text/safe.ts";
import type { Board, Standing, TrendPoint } from "../api/answers.ts";
import { formatMicros } from "../parts/micros.ts";
import type { BoardMetric } from "./board-metrics.ts";

interface StandingsProps {
  readonly board: Board;
  /** Points of days, by agent. */
  readonly trend: readonly TrendPoint[];
  readonly metric: BoardMetric;
  /** How many runs an agent needs to be ranked, in words. */
  readonly needed: string;
  readonly trendLink: (agent: string) => string;
}

export function Standings({ board, trend, metric, needed, trendLink }: StandingsProps) {
  const ranked = board.data.filter((row) => row.ranked);
  const others = board.data.filter((row) => !row.ranked);
  const axis = makeBoardAxis(board.data, metric);
  const sparks = readSparks(trend, metric);
  const name = `Agents by ${metric.id === "axis" ? metric.title : metric.title.toLowerCase()}`;
  const shared = { metric, axis, sparks, trendLink };
  return (
    <table role="table" class="standings stacks">
      <caption class="sr">{name}, best first</caption>
      <Heads metric={metric} axis={axis} />
      <tbody role="rowgroup">
        {ranked.map((standing) => (
          <StandingRow key={standing.agent} standing={standing} {...shared} />
        ))}
      </tbody>
      {others.length > 0 && (
        <tbody role="rowgroup" class="unranked">
          <tr role="row">
            <th role="rowheader" colSpan={columnCount} scope="rowgroup">
              <b>Unranked</b> fewer than {needed}
            </th>
          </tr>
          {others.map((standing) => (
            <StandingRow key={standing.agent} standing={standing} {...shared} />
          ))}
        </tbody>
      )}
    </table>
  );
}

/** Around all values and intervals, so that differences can be seen; the labels above say where it begins. */
function makeBoardAxis(rows: readonly Standing[], metric: BoardMetric): Axis {
  const values = rows.flatMap((row) => {
    const bounds = metric.readBounds(row);
    return [metric.read(row), bounds?.lower, bounds?.upper].filter((value) => typeof value === "number");
  });
  return makeAxis(values, { least: 0, most: metric.most });
}

const dimensions = [
  ["goal", "Goal"],
  ["environment", "Env"],
  ["service", "Service"],
  ["agent", "Agent"],
] as const;

const columnCount = 11;

function Heads({ metric, axis }: { readonly metric: BoardMetric; readonly axis: Axis }) {
  const titles = ["Place", "Agent", metric.title] as const;
  return (
    <thead role="rowgroup">
      <tr role="row">
        {titles.map((title, at) => (
          <th key={title} role="columnheader" scope="col" class={at === 2 ? "number" : undefined}>
            {title}
          </th>
        ))}
        <th role="columnheader" scope="col" class="drawn">
          <span class="sr">95 % interval</span>
          <AxisTicks axis={axis} format={(value) => formatTick(value, metric)} />
        </th>
        {["Passed", ...dimensions.map(([, title]) => title), "Cost per pass", "Time", "30 days"].map((title, at) => (
          <th key={title} role="columnheader" scope="col" class={at === 0 ? undefined : "number"}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function formatTick(value: number, metric: BoardMetric): string {
  if (metric.id === "cost-per-pass") return costScale.formatTick(value);
  return metric.most === 100 ? String(value) : metric.format(value);
}

interface StandingRowProps {
  readonly standing: Standing;
  readonly metric: BoardMetric;
  readonly axis: Axis;
  readonly sparks: Sparks;
  readonly trendLink: (agent: string) => string;
}

function StandingRow({ standing, metric, axis, sparks, trendLink }: StandingRowProps) {
  const { agent, places } = standing;
  const value = metric.read(standing);
  return (
    <tr role="row">
      <td role="cell" class="place">
        {formatPlaces(places)}
      </td>
      <th role="rowheader" scope="row">
        <span class="agent-name">
          <AgentMark name={agent} />
          <a href={trendLink(agent)}>{safeName(agent, 80)}</a>
        </span>
      </th>
      <td role="cell" class="number mean">
        {value === null ? noNumber : metric.format(value)}
      </td>
      <td role="cell" class="drawn">
        <AxisRow axis={axis} height={36} label={describeInterval(standing, metric)}>
          {value !== null && (
            <IntervalMark axis={axis} agent={agent} value={value} bounds={metric.readBounds(standing)} y={18} />
          )}
        </AxisRow>
      </td>
      <Numbers standing={standing} />
      <StackedCell title="30 days" class="number">
        <Sparkline
          agent={agent}
          points={sparks.lines.get(agent) ?? []}
          range={sparks.range}
          label={`${metric.title} of ${safeLine(agent, 80)} over 30 days`}
        />
      </StackedCell>
    </tr>
  );
}

/** The mark where a run passes: a mean goal below it needs work. */
const passMark = 75;

function Numbers({ standing }: { readonly standing: Standing }) {
  const { passed, failed, pass_rate: rate, cost_per_pass_micros: cost, p50_wall_ms: wall } = standing;
  return (
    <>
      <StackedCell title="Passed">
        <b>{rate === null ? noNumber : formatRate(rate)}</b>{" "}
        <small>
          {passed}/{passed + failed}
        </small>
      </StackedCell>
      {dimensions.map(([key, title]) => {
        const { mean } = standing.dimensions[key];
        const isWeak = key === "goal" && mean !== null && mean < passMark;
        return (
          <StackedCell key={key} title={title} class={`number ${isWeak ? "is-weak" : ""}`}>
            {mean === null ? noNumber : Math.round(mean)}
          </StackedCell>
        );
      })}
      <StackedCell title="Cost per pass" class="number">
        {cost === null ? noNumber : formatMicros(cost)}
      </StackedCell>
      <StackedCell title="Time" class="number">
        {wall === null ? noNumber : formatDuration(wall)}
      </StackedCell>
    </>
  );
}

/** `1–2` for agents that cannot be told apart. */
function formatPlaces(places: Standing["places"]): string {
  if (places === null) return noNumber;
  return places.from === places.to ? String(places.from) : `${places.from}–${places.to}`;
}

function describeInterval(standing: Standing, metric: BoardMetric): string {
  const value = metric.read(standing);
  const bounds = metric.readBounds(standing);
  if (value === null) return "unknown";
  if (bounds === null) return `${metric.format(value)}, no interval`;
  return `${metric.format(value)}, 95 % from ${metric.format(bounds.lower)} to ${metric.format(bounds.upper)}`;
}

interface Sparks {
  readonly lines: ReadonlyMap<string, readonly { readonly at: number; readonly value: number }[]>;
  /** Shared by all rows, so that their heights can be compared. */
  readonly range: { readonly low: number; readonly high: number; readonly from: number; readonly to: number };
}

function readSparks(trend: readonly TrendPoint[], metric: BoardMetric): Sparks {
  const lines = new Map<string, { readonly at: number; readonly value: number }[]>();
  for (const point of trend) {
    const value = metric.readTrend(point);
    if (value === null || point.agent === null) continue;
    lines.set(point.agent, [...(lines.get(point.agent) ?? []), { at: Date.parse(point.at), value }]);
  }
  const all = [...lines.values()].flat();
  const values = all.map(({ value }) => value);
  const moments = all.map(({ at }) => at);
  const range = {
    low: Math.min(...values),
    high: Math.max(...values),
    from: Math.min(...moments),
    to: Math.max(...moments),
  };
  return { lines, range };
}
