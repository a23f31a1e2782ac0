/** A headline number with its label and what it means. */
import type { ComponentChildren } from "preact";

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
