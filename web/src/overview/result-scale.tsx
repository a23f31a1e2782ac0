/** The AXIS Result on its scale, with its interval, the limits of the bands, and the highest number there is. */

interface ResultScaleProps {
  readonly value: number;
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  readonly flawless: number | null;
}

const ticks = [0, 50, 75, 90] as const;

export function ResultScale({ value, interval, flawless }: ResultScaleProps) {
  const bounds =
    interval === null ? "" : `, 95 % interval ${Math.round(interval.lower)} to ${Math.round(interval.upper)}`;
  return (
    <svg
      class="result-scale"
      width="100%"
      height="34"
      role="img"
      aria-label={`${value} of 100${bounds}; the limits of the bands are 50, 75 and 90`}
    >
      <line class="axis-line" x1="0" x2="100%" y1="9" y2="9" />
      <line class="axis-value" x1="0" x2={`${value}%`} y1="9" y2="9" />
      {[...ticks, ...(flawless === null ? [] : [flawless])].map((tick) => (
        <g key={tick}>
          <line class="axis-line" x1={`${tick}%`} x2={`${tick}%`} y1="5" y2="14" />
          <text x={`${tick}%`} y="29" text-anchor={tick === 0 ? "start" : "middle"}>
            {tick}
          </text>
        </g>
      ))}
      {interval !== null && (
        <line
          class="scale-interval"
          x1={`${Math.max(0, interval.lower)}%`}
          x2={`${Math.min(100, interval.upper)}%`}
          y1="9"
          y2="9"
        />
      )}
      <circle class="axis-point" cx={`${Math.min(99, Math.max(1, value))}%`} cy="9" r="4.5" />
    </svg>
  );
}
