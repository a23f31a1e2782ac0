/** A headline number with its label and what it means. */
import type { ComponentChildren } from "preact";
import type { RunStatus } from "../../../src/core/report/run-status.ts";
import { bandOf, noNumber } from "../../../src/report/text/format.ts";
import { resultClass } from "./score.tsx";

interface FigureProps {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly note: ComponentChildren;
  /** The class that gives the number its color. */
  readonly tone?: string;
}

export function Figure({ label, value, note, tone = "" }: FigureProps) {
  return (
    <p class={`figure ${tone}`}>
      <span class="label">{label}</span>
      <strong>{value}</strong>
      <span class="band">{note}</span>
    </p>
  );
}

interface ResultFigureProps {
  readonly value: number | null;
  /** Only what passed has a band word and its color. */
  readonly status?: RunStatus | undefined;
  /** Shown instead of the band if there is no number. */
  readonly whyNone: ComponentChildren;
  readonly note?: ComponentChildren;
}

/** The AXIS Result; with its band if it passed. */
export function ResultFigure({ value, status, whyNone, note }: ResultFigureProps) {
  const meaning = (
    <>
      {value === null ? whyNone : status === "passed" && bandOf(value)}
      {note}
    </>
  );
  return <Figure label="AXIS Result" value={value ?? noNumber} tone={resultClass(value, status)} note={meaning} />;
}
