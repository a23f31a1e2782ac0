/** The question whether citations are relevant to the query. */
import { flag, words } from "../../judging/answer-shape.ts";
import { defineBatch } from "../../judging/question.ts";
import { asData, numbered, reasonFirst } from "./rules.ts";

export const judgeCitations = defineBatch({
  about: "citations.relevance",
  prompt: `You decide for citations in an answer (links, addresses, DOIs, author and year) whether they are relevant to the question in "originalQuery".

"isRelevant" is true when the source, as far as its text, host, path or title tells, deals with what was asked or with a part of it, and false
when it deals with something else or is a general entrance (a home page, a search engine) that does not help with the question. You cannot
open the sources; judge by what is written, and do not guess at content that nothing points to.

Example. originalQuery: "How do I configure the timeout of the client?"
- "[Timeouts](https://docs.client.example/config/timeouts)" is true. "https://www.client.example" is false. "https://recipes.example/soup" is false.

${numbered("citations")} Repeat it in "citation".
${reasonFirst}

${asData}`,
  elements: "citations",
  list: "verdicts",
  element: { citation: words, reason: words, isRelevant: flag },
});
