/** Cost and quality: what a run of each agent costs against its mean, with the frontier of those worth their price. */
import type { AgentDifference } from "../../../src/core/report/standings.ts";
import { formatPoints } from "../../../src/report/text/format-verdict.ts";
import { type Axis, makeAxis } from "../charts/axis.tsx";
import { AgentPoint, useAgentLook } from "../parts/agent-look.tsx";
import { Section } from "../parts/section.tsx";
import { Switch } from "../parts/switch.tsx";
import { safe, safeName } from "../text/safe.ts";
import { widen } from "./agents.tsx";
import { type AgentRow, type Measure, measures, type Usage } from "./agent-rows.ts";
import { describeWorth, findFrontier, type LogAxis, makeLogAxis, toShare, type Worth } from "./frontier.ts";
import { formatUsage, measureWords } from "./usage.ts";

interface WorthChartProps {
  readonly agents: readonly AgentRow[];
  readonly differences: readonly AgentDifference[];
  readonly measure: Measure | null;
  readonly onChoose: (measure: Measure) => void;
}

interface Point extends Worth, Usage {
  readonly bounds: AgentRow["bounds"];
}

export function WorthChart({ agents, differences, measure, onChoose }: WorthChartProps) {
  const known = measures.filter((each) => listPoints(agents, each).length > 0);
  const shown = measure !== null && known.includes(measure) ? measure : known[0];
  if (shown === undefined)
    return (
      <Section id="worth" title="Cost and quality">
        <p class="notice">No cost, time or number of tokens is known, so there is nothing to compare.</p>
      </Section>
    );
  const points = listPoints(agents, shown);
  // Without a test, nothing is said about who is better.
  const sentence = differences.length === 0 ? undefined : describeWorth(points, differences, measureWords[shown].of);
  const options = known.map((each) => [each, measureWords[each].title] as const);
  return (
    <Section
      id="worth"
      title="Cost and quality"
      actions={
        known.length > 1 && <Switch quiet label="Horizontal axis" value={shown} options={options} onChoose={onChoose} />
      }
    >
      <Chart points={points} measure={shown} />
      <p class="chart-note">
        {!known.includes("cost") && `No cost is known, so this shows ${measureWords[shown].title.toLowerCase()}. `}
        Better is up and to the left. {safe(sentence ?? "")}
      </p>
      <ChartTable points={points} measure={shown} />
    </Section>
  );
}

function listPoints(agents: readonly AgentRow[], measure: Measure): Point[] {
  return agents.flatMap(({ name, mean, bounds, usage }) => {
    const used = usage[measure];
    return mean === null || used === null || used.typical <= 0 ? [] : [{ name, mean, bounds, ...used }];
  });
}

/** Points that the vertical axis spans at least. */
const leastSpan = 10;
const height = 250;
const [top, bottom] = [10, height - 34];

function Chart({ points, measure }: { readonly points: readonly Point[]; readonly measure: Measure }) {
  const x = makeLogAxis(points.flatMap(({ low, high, typical }) => [low, high, typical]));
  const means = points.flatMap(({ mean, bounds }) => [mean, ...(bounds === null ? [] : [bounds.lower, bounds.upper])]);
  const y = makeAxis(widen(means, leastSpan), { least: 0, most: 100, ticks: 4 });
  const frontier = findFrontier(points);
  return (
    <div class="worth-chart" aria-hidden="true">
      <div class="worth-plot">
        <svg width="100%" height={height} overflow="visible">
          <Grid x={x} y={y} measure={measure} />
          {frontier.slice(1).map((point, place) => {
            const before = frontier[place];
            if (before === undefined) return null;
            return (
              <line
                key={point.name}
                class="frontier"
                x1={atX(x, before.typical)}
                y1={atY(y, before.mean)}
                x2={atX(x, point.typical)}
                y2={atY(y, point.mean)}
              />
            );
          })}
          {points.map((point) => (
            <WorthPoint key={point.name} point={point} x={x} y={y} label={placeLabel(point, points, { x, y })} />
          ))}
        </svg>
      </div>
      <p class="axis-name">{measureWords[measure].axis}</p>
    </div>
  );
}

function atX(axis: LogAxis, value: number): string {
  return `${(toShare(axis, value) * 100).toFixed(2)}%`;
}

function atY({ from, to }: Axis, value: number): number {
  return bottom - ((Math.min(to, Math.max(from, value)) - from) / (to - from)) * (bottom - top);
}

function Grid({ x, y, measure }: { readonly x: LogAxis; readonly y: Axis; readonly measure: Measure }) {
  return (
    <g class="grid">
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid-line" x1="0" x2="100%" y1={atY(y, tick)} y2={atY(y, tick)} />
          <text x="-8" y={atY(y, tick) + 4} text-anchor="end">
            {tick}
          </text>
        </g>
      ))}
      {x.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid-line" x1={atX(x, tick)} x2={atX(x, tick)} y1={top} y2={bottom} />
          <text x={atX(x, tick)} y={bottom + 18} text-anchor="middle">
            {formatUsage(measure, tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

interface LabelPlace {
  readonly anchor: "start" | "end";
  readonly dx: number;
  readonly dy: number;
}

/** Names of agents that are close together are on different sides of their points. */
function placeLabel(point: Point, points: readonly Point[], { x, y }: { x: LogAxis; y: Axis }): LabelPlace {
  const share = toShare(x, point.typical);
  const isNear = (other: Point) =>
    other !== point &&
    Math.abs(toShare(x, other.typical) - share) < 0.3 &&
    Math.abs(atY(y, other.mean) - atY(y, point.mean)) < 22;
  const isLower = points.some((other) => isNear(other) && other.mean > point.mean);
  const anchor = share > 0.62 ? "end" : "start";
  return { anchor, dx: anchor === "end" ? -8 : 8, dy: isLower ? 20 : -10 };
}

interface WorthPointProps {
  readonly point: Point;
  readonly x: LogAxis;
  readonly y: Axis;
  readonly label: LabelPlace;
}

function WorthPoint({ point, x, y, label }: WorthPointProps) {
  const { name, mean, bounds, low, high, typical } = point;
  const { tone } = useAgentLook(name);
  const [px, py] = [atX(x, typical), atY(y, mean)];
  return (
    <g class={`whiskers agent-tone-${tone}`}>
      {bounds !== null && <line x1={px} x2={px} y1={atY(y, bounds.lower)} y2={atY(y, bounds.upper)} />}
      <line x1={atX(x, low)} x2={atX(x, high)} y1={py} y2={py} />
      <AgentPoint name={name} x={px} y={py} scale={1.15} />
      <svg x={px} y={py} overflow="visible">
        <text class="point-name" x={label.dx} y={label.dy} text-anchor={label.anchor}>
          {safeName(name, 24)}
        </text>
      </svg>
    </g>
  );
}

/** What the drawing shows, for those who cannot see it. */
function ChartTable({ points, measure }: { readonly points: readonly Point[]; readonly measure: Measure }) {
  const format = (value: number) => formatUsage(measure, value);
  return (
    <div class="sr">
      <table>
        <caption>Cost and quality of the agents</caption>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">AXIS Result</th>
            <th scope="col">95 % interval</th>
            <th scope="col">{measureWords[measure].title} of a run</th>
            <th scope="col">Middle 80 % of runs</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ name, mean, bounds, typical, low, high }) => (
            <tr key={name}>
              <th scope="row">{safeName(name, 80)}</th>
              <td>{formatPoints(mean)}</td>
              <td>{bounds === null ? "unknown" : `${formatPoints(bounds.lower)} to ${formatPoints(bounds.upper)}`}</td>
              <td>{format(typical)}</td>
              <td>
                {format(low)} to {format(high)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
