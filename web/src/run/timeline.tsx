/** Where the time went: a lane each for the model, the machine, services and gates; every block leads to its step. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatCount } from "../../../src/core/format-count.ts";
import { formatCost, formatDuration, formatTokens } from "../../../src/report/text/format.ts";
import { makeAxis } from "../charts/axis.tsx";
import type { RunData } from "../data/run-data.ts";
import { totalTokens } from "../data/tokens.ts";
import { Section } from "../parts/section.tsx";
import type { StepLink } from "../router.ts";
import { safeLine } from "../text/safe.ts";
import { titleStep } from "../transcript/step-title.ts";
import { chooseLane, computeTimeLanes, thinOut, type TimeBlock, type TimeLane } from "./time-lanes.ts";

interface TimelineProps {
  readonly data: RunData;
  readonly linkTo: StepLink;
}

export function Timeline({ data, linkTo }: TimelineProps) {
  const { stats, gates, turns } = data.block.detail;
  const times = useMemo(() => computeTimeLanes({ interactions: data.interactions, stats, gates, turns }), [data]);
  if (data.interactions.length === 0 && (gates ?? []).length === 0) return null;
  const unknown = times?.unknown ?? 0;
  const note = [...listTotals(data), ...(unknown > 0 ? [`${formatCount(unknown, "duration")} unknown`] : [])];
  return (
    <Section id="time" title="Time" note={note.join(", ")}>
      {times === null ? (
        <p class="notice">The agent recorded no times.</p>
      ) : (
        <>
          <div class="lanes">
            {times.lanes.map((lane) => (
              <Lane key={lane.name} {...{ lane, data, linkTo }} endMs={times.endMs} />
            ))}
            <TimeTicks endMs={times.endMs} />
          </div>
          <ul class="legend time-legend" aria-hidden="true">
            <li>
              <i class="key-call" /> a call
            </li>
            <li>
              <i class="key-failed" /> a call that failed
            </li>
            <li>
              <i class="key-unneeded" /> a call that was not needed
            </li>
            <li>Model is the time in which no call was open.</li>
          </ul>
        </>
      )}
      <Slowest data={data} linkTo={linkTo} />
    </Section>
  );
}

function listTotals({ block: { detail } }: RunData): string[] {
  const { durationMs, totalCostUsd, tokenUsage } = detail;
  return [
    formatDuration(durationMs),
    ...(totalCostUsd === undefined ? [] : [formatCost(totalCostUsd)]),
    ...(tokenUsage === undefined ? [] : [`${formatTokens(totalTokens(tokenUsage))} tokens`]),
  ];
}

const laneHeight = 32;
/** Pixels of a character of a label, on average, and of the gap before it. */
const characterWidth = 6.2;
const labelGap = 5;
const longestLabel = 40;
/** Blocks drawn per lane: more would fall on each other. */
const places = 600;

interface LaneProps extends TimelineProps {
  readonly lane: TimeLane;
  readonly endMs: number;
}

function Lane({ lane, data, linkTo, endMs }: LaneProps) {
  const [strip, width] = useWidth();
  const blocks = thinOut(lane.blocks, endMs, places).toSorted((a, b) => a.startMs - b.startMs);
  const toX = (ms: number) => (ms / endMs) * width;
  const calls =
    lane.name === "Model" ? "" : ` in ${formatCount(lane.blocks.length, lane.name === "Gates" ? "execution" : "call")}`;
  return (
    <div class="lane">
      <span class="lane-name">{lane.name}</span>
      <span class="lane-sum">
        {formatDuration(lane.durationMs)}
        <span class="sr">{calls}</span>
      </span>
      <svg ref={strip} width="100%" height={laneHeight} aria-hidden="true">
        <defs>
          <pattern
            id={`hatch-${lane.name.slice(0, 3)}`}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line class="hatch" x1="0" x2="0" y1="0" y2="5" />
          </pattern>
        </defs>
        {blocks.map((block, index) => {
          const room = (toX(blocks[index + 1]?.startMs ?? endMs) || width) - toX(block.startMs);
          return <Block key={index} {...{ block, lane, data, linkTo, room, toX }} />;
        })}
      </svg>
    </div>
  );
}

interface BlockProps extends Omit<LaneProps, "endMs"> {
  readonly block: TimeBlock;
  /** Pixels until the next block. */
  readonly room: number;
  readonly toX: (ms: number) => number;
}

function Block({ block, lane, data, linkTo, room, toX }: BlockProps) {
  const { interaction } = block;
  const x = toX(block.startMs);
  const width = Math.max(2, toX(block.durationMs));
  const tone = chooseTone(block, { lane, data });
  const id = interaction === null ? "" : `#${interaction.id}`;
  const title = interaction === null ? block.label : safeLine(titleStep(interaction, data.entries), longestLabel);
  const drawn = (
    <>
      <rect
        class={`time-${tone}`}
        x={x}
        y="7"
        width={width}
        height={laneHeight - 14}
        fill={tone === "unneeded" ? `url(#hatch-${lane.name.slice(0, 3)})` : undefined}
      >
        <title>{`${id} ${title} ${formatDuration(block.durationMs)}`.trim()}</title>
      </rect>
      <BlockLabel texts={[`${id} ${title}`.trim(), id]} {...{ x, width, room, tone }} />
    </>
  );
  if (interaction === null) return <g>{drawn}</g>;
  return (
    <a href={linkTo(interaction.id)} tabindex={-1}>
      {drawn}
    </a>
  );
}

function chooseTone({ interaction, isFailed }: TimeBlock, { lane, data }: Pick<LaneProps, "lane" | "data">): string {
  if (lane.name === "Model") return "model";
  if (isFailed) return "failed";
  return interaction !== null && data.unnecessary.has(interaction.id) ? "unneeded" : "call";
}

interface BlockLabelProps {
  /** The first that fits is shown: inside the block, or between it and the next one. */
  readonly texts: readonly string[];
  readonly x: number;
  readonly width: number;
  readonly room: number;
  readonly tone: string;
}

function BlockLabel({ texts, x, width, room, tone }: BlockLabelProps) {
  const measure = (text: string) => text.length * characterWidth + 2 * labelGap;
  // Letters on hatching cannot be read.
  const inside = tone === "unneeded" ? 0 : width;
  const label = texts.find((text) => text !== "" && measure(text) <= Math.max(inside, room - width));
  if (label === undefined || tone === "model") return null;
  const isInside = measure(label) <= inside;
  return (
    <text class={isInside ? `inside-${tone}` : undefined} x={x + labelGap + (isInside ? 0 : width)} y="20">
      {label}
    </text>
  );
}

/** The width of an element in pixels, kept up to date. */
function useWidth() {
  const element = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(1000);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const watcher = new ResizeObserver(([entry]) => void (entry !== undefined && setWidth(entry.contentRect.width)));
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, []);
  return [element, width] as const;
}

function TimeTicks({ endMs }: { readonly endMs: number }) {
  const unit = endMs >= 120_000 ? 60_000 : endMs >= 2000 ? 1000 : 1;
  const { ticks } = makeAxis([0, endMs / unit], { least: 0 });
  const shown = ticks.filter((tick) => tick * unit <= endMs);
  const word = unit === 60_000 ? "min" : unit === 1000 ? "s" : "ms";
  return (
    <svg class="axis-ticks lane-ticks" width="100%" height="16" aria-hidden="true">
      {shown.map((tick) => (
        <text
          key={tick}
          x={`${((tick * unit) / endMs) * 100}%`}
          y="12"
          text-anchor={tick === 0 ? "start" : tick * unit > endMs * 0.97 ? "end" : "middle"}
        >
          {tick} {word}
        </text>
      ))}
    </svg>
  );
}

const slowest = 8;

/** The same in words. */
function Slowest({ data, linkTo }: TimelineProps) {
  const slow = data.interactions
    .filter(({ durationMs }) => durationMs !== null && durationMs > 0)
    .toSorted((a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0))
    .slice(0, slowest);
  if (slow.length === 0) return null;
  return (
    <details class="slowest">
      <summary>The slowest steps as a table</summary>
      <table class="slow">
        <tbody>
          {slow.map((step) => (
            <tr key={step.id}>
              <td class="number">{formatDuration(step.durationMs)}</td>
              <td>{step.kind === "tool" ? chooseLane(step) : "Model"}</td>
              <th scope="row">
                <a href={linkTo(step.id)}>#{step.id}</a> {safeLine(titleStep(step, data.entries), 120)}
              </th>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
