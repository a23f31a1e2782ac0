/** The AXIS Result of each agent over 30 days: a point is a report, a band its interval. */
import { useMemo } from "preact/hooks";
import { formatScore } from "../../../../src/report/text/format.ts";
import { type Axis, makeAxis } from "../../charts/axis.tsx";
import { AgentName, AgentPoint, useAgentLook } from "../../parts/agent-look.tsx";
import { formatDayTime } from "../../parts/moment.ts";
import { Section } from "../../parts/section.tsx";
import { ScrollTable, numberColumns, textColumns } from "../../parts/table.tsx";
import { safeName } from "../../text/safe.ts";
import { useWidth } from "../../charts/use-width.ts";
import type { ReportEntry } from "../api/answers.ts";
import type { ViewProps } from "../views.ts";
import { type AgentLine, listAgentLines, spreadLabels } from "./agent-lines.ts";

interface ResultChartProps extends Pick<ViewProps, "route"> {
  readonly reports: readonly ReportEntry[];
}

const size = { height: 270, left: 34, labels: 160, narrowLabels: 140, top: 10, bottom: 244 } as const;
/** Below this width, the names of the agents get less room. */
const narrow = 480;
/** A date below the chart needs this much. */
const dateWidth = 90;

export function ResultChart({ reports, route }: ResultChartProps) {
  const lines = useMemo(() => listAgentLines(reports, new Date()), [reports]);
  const moments = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].toSorted((a, b) => a - b);
  const axis = makeAxis(listValues(lines), { least: 0, most: 100 });
  const note = `30 days, a point is a report${axis.from > 0 && moments.length > 0 ? `; the axis begins at ${axis.from}` : ""}`;
  return (
    <Section id="result" title="AXIS Result" note={note} actions={<a href={route.link("trends")}>Trends</a>}>
      {moments.length === 0 ? (
        <p class="notice">No report of the last 30 days has an AXIS Result.</p>
      ) : (
        <>
          <Drawing lines={lines} moments={moments} axis={axis} />
          <Numbers lines={lines} />
        </>
      )}
    </Section>
  );
}

interface DrawingProps {
  readonly lines: readonly AgentLine[];
  readonly moments: readonly number[];
  readonly axis: Axis;
}

/** Reports are equally far apart: several of one day could not be told apart otherwise. */
function Drawing({ lines, moments, axis }: DrawingProps) {
  const [element, width] = useWidth<HTMLDivElement>();
  const right = Math.max(size.left, width - (width < narrow ? size.narrowLabels : size.labels));
  const x = (at: number) =>
    moments.length === 1
      ? (size.left + right) / 2
      : size.left + (moments.indexOf(at) / (moments.length - 1)) * (right - size.left);
  const y = (value: number) => size.bottom - ((value - axis.from) / (axis.to - axis.from)) * (size.bottom - size.top);
  const labels = spreadLabels(
    lines.map(({ points }) => y(points.at(-1)?.value ?? 0)),
    { least: size.top + 4, most: size.bottom, gap: 16 },
  );
  const every = Math.ceil(moments.length / Math.max(1, Math.floor((right - size.left) / dateWidth)));
  return (
    <div class="result-chart" ref={element}>
      <svg width={width} height={size.height} role="img" aria-label={describeLines(lines)}>
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <line class="grid-line" x1={size.left} x2={right} y1={y(tick)} y2={y(tick)} />
            <text x={size.left - 8} y={y(tick) + 4} text-anchor="end">
              {tick}
            </text>
          </g>
        ))}
        {moments.map((at, index) =>
          index % every === 0 || index === moments.length - 1 ? (
            <text key={at} x={x(at)} y={size.height - 6} text-anchor="middle">
              {labelMoment(at, moments)}
            </text>
          ) : null,
        )}
        {lines.map((line, index) => (
          <Line key={line.agent} line={line} x={x} y={y} label={{ x: right + 12, y: labels[index] ?? 0 }} />
        ))}
      </svg>
    </div>
  );
}

interface LineProps {
  readonly line: AgentLine;
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
  readonly label: { readonly x: number; readonly y: number };
}

function Line({ line: { agent, points }, x, y, label }: LineProps) {
  const { tone } = useAgentLook(agent);
  const bounded = points.filter(({ lower, upper }) => lower !== null && upper !== null);
  const corners = [
    ...bounded.map(({ at, upper }) => `${x(at)},${y(upper ?? 0)}`),
    ...bounded.toReversed().map(({ at, lower }) => `${x(at)},${y(lower ?? 0)}`),
  ];
  const newest = points.at(-1);
  return (
    <g class={`agent-tone-${tone}`}>
      {bounded.length > 1 && <path class="band" d={`M${corners.join("L")}Z`} />}
      {bounded.length === 1 &&
        bounded.map(({ at, lower, upper }) => (
          <line key={at} class="whisker" x1={x(at)} x2={x(at)} y1={y(lower ?? 0)} y2={y(upper ?? 0)} />
        ))}
      <path class="value" d={`M${points.map(({ at, value }) => `${x(at)},${y(value)}`).join("L")}`} />
      {points.map(({ at, value }) => (
        <AgentPoint key={at} name={agent} x={x(at)} y={y(value)} scale={0.8} />
      ))}
      {newest !== undefined && (
        <text class="line-label" x={label.x} y={label.y + 4}>
          {safeName(agent, 14)} <tspan>{formatScore(Math.round(newest.value * 10) / 10)}</tspan>
        </text>
      )}
    </g>
  );
}

/** The day, or the time if all reports are of one day. */
function labelMoment(at: number, moments: readonly number[]): string {
  const days = new Set(moments.map((each) => new Date(each).toDateString()));
  const text = formatDayTime(new Date(at).toISOString(), new Date());
  return (days.size === 1 ? text.split(", ").at(-1) : text.split(", ")[0]) ?? text;
}

function listValues(lines: readonly AgentLine[]): number[] {
  return lines.flatMap(({ points }) =>
    points.flatMap(({ value, lower, upper }) => [value, lower ?? value, upper ?? value]),
  );
}

function describeLines(lines: readonly AgentLine[]): string {
  const parts = lines.map(({ agent, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    const now = formatScore(Math.round((last?.value ?? 0) * 10) / 10);
    const then = formatScore(Math.round((first?.value ?? 0) * 10) / 10);
    return `${safeName(agent, 60)} ${points.length < 2 ? now : `from ${then} to ${now}`}`;
  });
  return `AXIS Result by report: ${parts.join(", ")}.`;
}

function Numbers({ lines }: { readonly lines: readonly AgentLine[] }) {
  const rows = lines.flatMap(({ agent, points }) => points.map((point) => ({ agent, ...point })));
  return (
    <details class="chart-table">
      <summary>
        Numbers<span class="sr"> of the AXIS Result</span>
      </summary>
      <ScrollTable
        label="AXIS Result by report and agent"
        columns={[...textColumns("Report", "Agent"), ...numberColumns("AXIS Result", "95 % interval")]}
      >
        {rows
          .toSorted((one, other) => other.at - one.at)
          .map(({ agent, at, value, lower, upper }) => (
            <tr key={`${agent} ${at}`}>
              <th scope="row">{formatDayTime(new Date(at).toISOString(), new Date())}</th>
              <td>
                <AgentName name={agent} />
              </td>
              <td class="number">{formatScore(Math.round(value * 10) / 10)}</td>
              <td class="number">
                {lower === null || upper === null
                  ? "–"
                  : `${formatScore(Math.round(lower * 10) / 10)} to ${formatScore(Math.round(upper * 10) / 10)}`}
              </td>
            </tr>
          ))}
      </ScrollTable>
    </details>
  );
}
