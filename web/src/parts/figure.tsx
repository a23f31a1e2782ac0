/** A headline number with its label and what it means. */
import type { ComponentChildren } from "preact";
import { bandOf } from "../../../src/report/text/format.ts";
import { bandClass } from "./score.tsx";

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
  /** Shown instead of the band if there is no number. */
  readonly whyNone: ComponentChildren;
  readonly note?: ComponentChildren;
}

/** The AXIS Result with its band. */
export function ResultFigure({ value, whyNone, note }: ResultFigureProps) {
  const meaning = (
    <>
      {value === null ? whyNone : bandOf(value)}
      {note}
    </>
  );
  return <Figure label="AXIS Result" value={value ?? "none"} tone={bandClass(value)} note={meaning} />;
}
