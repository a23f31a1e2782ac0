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

/** On the side where there is more room. */
export function Tooltip({ x, width, at, readings }: TooltipProps) {
  const side = x > width / 2 ? { right: `${width - x + 10}px` } : { left: `${x + 10}px` };
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
