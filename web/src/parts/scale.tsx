/** A number on a scale from 0 to 100, with the limits of the bands. */

const ends = [50, 75, 90] as const;

export function Scale({ value }: { value: number }) {
  return (
    <svg class="scale" viewBox="0 0 400 26" role="img" aria-label={`${value} of 100; bands begin at 50, 75 and 90`}>
      <line x1="0" y1="9" x2="400" y2="9" class="axis-line" />
      <line x1="0" y1="9" x2={value * 4} y2="9" class="axis-value" />
      {ends.map((end) => (
        <g key={end}>
          <line x1={end * 4} y1="5" x2={end * 4} y2="13" class="axis-line" />
          <text x={end * 4} y="24" text-anchor="middle">
            {end}
          </text>
        </g>
      ))}
      <circle cx={Math.min(396, Math.max(4, value * 4))} cy="9" r="4" class="axis-point" />
    </svg>
  );
}
