/** Interactions along time, one lane per category; errors stand out. A table of the slowest stands below. */
import type { Interaction } from "../../../src/core/interaction.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import { categories } from "../parts/names.ts";
import type { StepLink } from "../router.ts";
import { timeMarks } from "./time-shares.ts";

const width = 1000;
const lane = 16;

export function TimeLine({
  interactions,
  wallClockMs,
  linkTo,
}: {
  interactions: readonly Interaction[];
  wallClockMs: number;
  linkTo: StepLink;
}) {
  const end = interactions.reduce(
    (last, { startMs, durationMs }) => Math.max(last, (startMs ?? 0) + (durationMs ?? 0)),
    wallClockMs,
  );
  if (end <= 0 || interactions.every(({ startMs }) => startMs === null))
    return <p class="notice">The agent put no times on its steps.</p>;
  const marks = timeMarks(interactions, end, width);
  return (
    <figure class="time-line">
      <svg viewBox={`0 0 ${width} ${lane * 3}`} preserveAspectRatio="none" aria-hidden="true">
        {categories.map((category, index) => (
          <line
            key={category}
            x1="0"
            x2={width}
            y1={index * lane + lane / 2}
            y2={index * lane + lane / 2}
            class="axis-line"
          />
        ))}
        {marks.map(({ interaction, lane: category, startMs, durationMs }) => (
          <rect
            key={interaction.id}
            x={(startMs / end) * width}
            y={categories.indexOf(category) * lane + 2}
            width={Math.max(2, (durationMs / end) * width)}
            height={lane - 4}
            class={interaction.hasError ? "mark-error" : `mark-${category}`}
            onClick={() => location.assign(linkTo(interaction.id))}
          >
            <title>{`#${interaction.id} ${formatDuration(durationMs)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption>
        <span>0</span>
        <span>{formatDuration(end / 2)}</span>
        <span>{formatDuration(end)}</span>
      </figcaption>
    </figure>
  );
}
