/** A score, or "–" and the reason that there is none. Green is only for runs and results that passed. */
import type { RunStatus } from "../../../src/core/report/run-status.ts";
import type { DimensionState } from "../../../src/core/score/axis-result.ts";
import { bandOf, noNumber } from "../../../src/report/text/format.ts";
import { safeLine } from "../text/safe.ts";

/** The class that gives a number the color of its band. A number of a run that did not pass is never green. */
export function bandClass(score: number | null | undefined, status: RunStatus = "passed"): string {
  if (score === null || score === undefined) return "none";
  const band = bandOf(score);
  return status !== "passed" && (band === "excellent" || band === "good") ? "band-plain" : `band-${band}`;
}

/** The class of the AXIS Result of a run or result. Without a status, or with that of a run that has not ended, it has no color. */
export function resultClass(score: number | null | undefined, status: string | null | undefined): string {
  if (score === null || score === undefined) return "none";
  if (status === "passed") return bandClass(score);
  return status === "failed" ? "band-failed" : "band-plain";
}

interface ScoreProps {
  readonly score: number | null | undefined;
  readonly status?: RunStatus | undefined;
  /** Why there is no number. */
  readonly reason?: string | undefined;
}

/** The AXIS Result in a table. */
export function Score({ score, status, reason }: ScoreProps) {
  if (score === null || score === undefined) return <None word={noNumber} reason={reason ?? "it was not scored"} />;
  return <span class={`score ${resultClass(score, status)}`}>{score}</span>;
}

interface DimensionScoreProps {
  readonly dimension: DimensionState | undefined;
  readonly status?: RunStatus | undefined;
}

/** A dimension; "n/a" and a missing number are different. */
export function DimensionScore({ dimension, status }: DimensionScoreProps) {
  if (dimension === undefined) return <None word={noNumber} reason="the run was not scored" />;
  const { score, reason } = dimension;
  if (score !== null) return <span class={`score ${bandClass(score, status)}`}>{score}</span>;
  return <None word={dimension.status === "not-applicable" ? "n/a" : noNumber} reason={reason} />;
}

function None({ word, reason }: { word: string; reason: string | undefined }) {
  const why = reason === undefined ? "no reason was recorded" : safeLine(reason);
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
