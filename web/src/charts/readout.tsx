/** Shows one moment of a chart: in a line above it, and in full next to the pointer. */
import type { ComponentChildren } from "preact";
import { AgentMark } from "../parts/agent-look.tsx";
import type { ChartLine } from "./chart-line.ts";
import { useLineClass } from "./plot.tsx";
import type { Reading } from "./reading.ts";

interface ReadoutProps {
  readonly at: string;
  readonly readings: readonly Reading[];
}

/** Always one line, so that nothing below it moves. The chart itself tells screen readers the same. */
export function Readout({ at, readings }: ReadoutProps) {
  return (
    <p class="readout" aria-hidden="true">
      {readings.map(({ line, brief }) => (
        <LineText key={line.tone} line={line}>
          {brief}
        </LineText>
      ))}
      <span>{at}</span>
    </p>
  );
}

/** Text after the mark of a line. */
function LineText({ line, children }: { readonly line: ChartLine; readonly children: ComponentChildren }) {
  return (
    <span class={useLineClass(line)}>
      {typeof line.agent === "string" ? <AgentMark name={line.agent} /> : <i class="swatch" />} {children}
    </span>
  );
}

interface TooltipProps extends ReadoutProps {
  /** The x position of the moment, and the width of the chart. */
  readonly x: number;
  readonly width: number;
}

const gap = 10;

/** Placed on the side with more room. */
export function Tooltip({ x, width, at, readings }: TooltipProps) {
  const isRight = x <= width / 2;
  const side = {
    [isRight ? "left" : "right"]: `${(isRight ? x : width - x) + gap}px`,
    maxWidth: `${Math.max(x, width - x) - gap}px`,
  };
  return (
    <div class="tooltip" style={side} aria-hidden="true">
      <b>{at}</b>
      {readings.map(({ line, text }) => (
        <LineText key={line.tone} line={line}>
          {line.name} <span>{text}</span>
        </LineText>
      ))}
    </div>
  );
}
