/** Questions about the facts of an answer, checked against a known correct answer. */
import { bit, texts, words } from "../../judging/answer-shape.ts";
import { defineBatch, defineQuestion } from "../../judging/question.ts";
import { asData, numbered, reasonFirst } from "./rules.ts";

export const extractFacts = defineQuestion({
  about: "facts.extract",
  prompt: `You take an answer apart into the facts it states, so that each can be checked for itself.

List the facts in "answer" to "question" as short statements, in order:
- One checkable fact per statement, understandable without the others: replace pronouns by what they stand for.
- Keep every number, unit, name and date as it is written.
- No filler: leave out greetings, hedging, offers of help and repetitions of the question. State nothing twice.
- Add and correct nothing.
An answer without any fact has an empty list.

Example. question: "Who built it, and when?" answer: "Sure! It was built by Eiffel's company; they finished it in 1889." gives
statements: ["It was built by Eiffel's company.", "Eiffel's company finished it in 1889."]

${asData}`,
  answer: { statements: texts },
});

export const checkFacts = defineBatch({
  about: "facts.verdicts",
  prompt: `You check single statements from an answer to "question" against "groundTruth", the answer that is known to be right. The ground truth may be
prose, a list or JSON; read values out of it, whatever its form.

"isSupported" is 1 when the ground truth says the same or it follows from it, and 0 when the ground truth says otherwise or does not say it.
- Be strict about substance: another number, date, name, unit or a "not" too many makes it 0.
- Be tolerant about form: 1,000 and 1000, "5 %" and 0.05, abbreviations, word order and synonyms do not matter.
- Only the ground truth counts, not what you know.

Example. groundTruth: {"height_m": 330, "year": 1889}
- "It is 330 metres high." is 1. "It was opened in 1890." is 0. "It is painted brown." is 0, for the ground truth does not say so.

${numbered("statements")} Repeat the statement in "statement".
${reasonFirst}

${asData}`,
  elements: "statements",
  list: "verdicts",
  element: { statement: words, reason: words, isSupported: bit },
});
