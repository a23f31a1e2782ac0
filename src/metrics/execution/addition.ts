/** What the user of a built-in metric adds to its questions: an instruction, and items with the results they should get. */
import { parseItem } from "../../core/item/parse-item.ts";
import { factsOf, viewedValues } from "../fields/evaluation-fields.ts";
import { isByInstruction, type Subject } from "../metric-body.ts";

/** The text that follows every prompt of a metric; empty where nothing was added. A metric that is an instruction adds nothing to itself. */
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
