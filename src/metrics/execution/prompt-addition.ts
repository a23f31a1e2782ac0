/** What the user of a built-in metric adds to its prompts: an instruction, and example items with their expected results. */
import { parseItem } from "../../core/item/parse-item.ts";
import { toJudgeFacts, readViewedValues } from "../fields/evaluation-fields.ts";
import { isInstructionMetric, type Subject } from "../metric-body.ts";

/** Returns the text that follows every prompt of a metric; empty if nothing was added. A metric defined by an instruction needs no addition. */
export function renderPromptAddition(subject: Subject): string {
  if (isInstructionMetric(subject.type)) return "";
  const { instruction, examples } = subject;
  const parts = [
    ...(instruction === undefined ? [] : [`Also observe this instruction:\n${instruction}`]),
    ...(examples.length === 0
      ? []
      : [`Items that were judged before, with their results from 0 to 1:\n${renderExamples(subject)}`]),
  ];
  return parts.join("\n\n");
}

function renderExamples(subject: Subject): string {
  const shown = subject.examples.map(([item, { score = null, explanation = "" }]) => ({
    item: toJudgeFacts(readViewedValues(subject, parseItem(item))),
    result: { score, explanation },
  }));
  return JSON.stringify(shown, null, 2);
}
