/** What a chart shows of one moment: in a line above it, and in full beside the pointer. */
import type { Reading } from "./reading.ts";

interface ReadoutProps {
  readonly at: string;
  readonly readings: readonly Reading[];
}

/** One line, whatever happens: nothing below it moves. Screen readers hear the same from the chart itself. */
export function Readout({ at, readings }: ReadoutProps) {
  return (
    <p class="readout" aria-hidden="true">
      {readings.map(({ line, brief }) => (
        <span key={line.tone} class={`line-${line.tone}`}>
          <i class="swatch" /> {brief}
        </span>
      ))}
      <span>{at}</span>
    </p>
  );
}

interface TooltipProps extends ReadoutProps {
  /** Where the moment is, and how wide the chart. */
  readonly x: number;
  readonly width: number;
}

const gap = 10;

/** On the side where there is more room, and never wider than that. */
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
        <span key={line.tone} class={`line-${line.tone}`}>
          <i class="swatch" /> {line.name} <span>{text}</span>
        </span>
      ))}
    </div>
  );
}
