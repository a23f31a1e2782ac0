/** How a run ended, and who is to blame for a failure. */
import type { OutcomeClass } from "../../../src/core/outcome.ts";

/** The word and its tone for each class. */
export const outcomeWords: Readonly<Record<OutcomeClass, { readonly word: string; readonly tone: string }>> = {
  completed: { word: "completed", tone: "plain" },
  agent: { word: "agent failed", tone: "bad" },
  infrastructure: { word: "infrastructure failed", tone: "warn" },
  judge: { word: "not judged", tone: "warn" },
  check: { word: "check broken", tone: "warn" },
  notRun: { word: "not run", tone: "faint" },
};

export function OutcomeMark({ outcomeClass }: { outcomeClass: OutcomeClass }) {
  const { word, tone } = outcomeWords[outcomeClass];
  return <span class={`tag tone-${tone}`}>{word}</span>;
}
