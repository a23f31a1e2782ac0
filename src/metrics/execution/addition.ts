/** What the user of a built-in metric adds to its prompts: an instruction, and example items with their expected results. */
import { parseItem } from "../../core/item/parse-item.ts";
import { factsOf, viewedValues } from "../fields/evaluation-fields.ts";
import { isByInstruction, type Subject } from "../metric-body.ts";

/** Returns the text that follows every prompt of a metric; empty if nothing was added. A metric defined by an instruction needs no addition. */
export function additionOf(subject: Subject): string {
  if (isByInstruction(subject.type)) return "";
  const { instruction, examples } = subject;
  const parts = [
    ...(instruction === undefined ? [] : [`Also observe this instruction:\n${instruction}`]),
    ...(examples.length === 0
      ? []
      : [`Items that were judged before, with their results from 0 to 1:\n${exampleText(subject)}`]),
  ];
  return parts.join("\n\n");
}

function exampleText(subject: Subject): string {
  const shown = subject.examples.map(([item, { score = null, explanation = "" }]) => ({
    item: factsOf(viewedValues(subject, parseItem(item))),
    result: { score, explanation },
  }));
  return JSON.stringify(shown, null, 2);
}
