/** How the scores of a metric lie between 0 and 1: ten bars, and the threshold as a line. */
interface DistributionProps {
  readonly counts: readonly number[];
  readonly threshold: number | null;
}

const [barWidth, height] = [11, 32];

export function Distribution({ counts, threshold }: DistributionProps) {
  const most = Math.max(1, ...counts);
  const width = counts.length * (barWidth + 1);
  const words = counts
    .map((count, index) =>
      count === 0 ? "" : `${count} from ${index / counts.length} to ${(index + 1) / counts.length}`,
    )
    .filter((text) => text !== "");
  return (
    <svg
      class="distribution"
      width={width}
      height={height + 1}
      viewBox={`0 0 ${width} ${height + 1}`}
      role="img"
      aria-label={`Distribution: ${words.join(", ") || "no score"}`}
    >
      {counts.map((count, index) => {
        // One score in a thousand is still to be seen.
        const high = count === 0 ? 0 : Math.max(2, (count / most) * height);
        return (
          <rect key={index} x={index * (barWidth + 1)} y={height - high} width={barWidth} height={high}>
            <title>{count}</title>
          </rect>
        );
      })}
      <line class="axis-line" x1="0" x2={width} y1={height + 0.5} y2={height + 0.5} />
      {threshold !== null && threshold >= 0 && threshold <= 1 && (
        <line class="threshold" x1={threshold * width} x2={threshold * width} y1="0" y2={height} />
      )}
    </svg>
  );
}
