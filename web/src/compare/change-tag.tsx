/** The word for a change, in its color: only what regressed is red. */
import type { ChangeTone } from "../../../src/report/text/worst-first.ts";

const classes: Readonly<Record<ChangeTone, string>> = {
  bad: "tone-bad",
  good: "tone-good",
  plain: "tone-plain",
  dim: "tone-faint",
};

export function findToneClass(tone: ChangeTone): string {
  return classes[tone];
}

export function ChangeTag({ word, tone }: { readonly word: string; readonly tone: ChangeTone }) {
  return <span class={`tag ${classes[tone]}`}>{word}</span>;
}
