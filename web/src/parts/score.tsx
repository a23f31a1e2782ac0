/** A score with the color of its band, or the reason it is missing. */
import type { DimensionState } from "../../../src/core/score/axis-result.ts";
import { bandOf } from "../../../src/report/text/format.ts";
import { safeLine } from "../text/safe.ts";

/** The class that gives a number the color of its band. */
export function bandClass(score: number | null | undefined): string {
  return score === null || score === undefined ? "none" : `band-${bandOf(score)}`;
}

/** The AXIS Result in a table. */
export function Score({ score, reason }: { score: number | null | undefined; reason?: string | undefined }) {
  if (score !== null && score !== undefined) return <span class={`score ${bandClass(score)}`}>{score}</span>;
  return <None word={score === null ? "unscored" : "not scored"} reason={reason} />;
}

/** A dimension; "n/a" and "unscored" are different. */
export function DimensionScore({ dimension }: { dimension: DimensionState | undefined }) {
  if (dimension === undefined) return <None word="not scored" reason="the run was not scored" />;
  if (dimension.score !== null) return <span class={`score ${bandClass(dimension.score)}`}>{dimension.score}</span>;
  return <None word={dimension.status === "not-applicable" ? "n/a" : "unscored"} reason={dimension.reason} />;
}

function None({ word, reason }: { word: string; reason: string | undefined }) {
  const why = reason === undefined ? "no reason given" : safeLine(reason);
  return (
    <span class="none" title={why}>
      {word}
      <span class="sr">: {why}</span>
    </span>
  );
}

/** A bar from 0 to 100, hidden from screen readers because the number is next to it. */
export function Bar({ value, tone }: { value: number | null; tone?: string }) {
  return (
    <span class={`bar ${tone ?? bandClass(value)}`} aria-hidden="true">
      {value !== null && <i style={{ width: `${Math.max(0, Math.min(100, value))}%` }} />}
    </span>
  );
}
