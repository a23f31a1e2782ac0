/** Questions about retrieved context: whether its chunks are relevant, useful and used, and whether it is sufficient. */
import { flag, texts, word, words } from "../../judging/answer-shape.ts";
import { defineBatch, defineQuestion } from "../../judging/question.ts";
import { asData, numbered, reasonFirst } from "./rules.ts";

export const judgeChunkRelevancy = defineBatch({
  about: "chunks.relevancy",
  prompt: `You judge a retriever. For each chunk of text that it returned, decide whether it is relevant to the question in "query".

- "yes": the chunk holds information that helps to answer the question, even if it answers only a part.
- "no": it does not, also where it shares words or the general topic with the question.
- "idk": only when the chunk is too garbled or cut off to tell.

Example. query: "What is the warranty of the X200?"
- "The X200 comes with two years of warranty." is yes. "The X200 weighs 3 kg." is no. "…ranty is for th" is idk.

${numbered("chunks")}
${reasonFirst}

${asData}`,
  elements: "chunks",
  list: "verdicts",
  element: { reason: words, verdict: word(["yes", "no", "idk"]) },
});

export const judgeChunkUsefulness = defineBatch({
  about: "chunks.usefulness",
  prompt: `You judge a retriever. "expectedOutput" is the right answer to "query". For each chunk of text that was retrieved, decide whether it would have
been useful for writing that answer.

"isUseful" is true when the chunk holds at least one piece of information that the expected answer contains or rests on, and false otherwise,
also where the chunk is about the same topic but gives nothing that the expected answer says.

${numbered("chunks")}
${reasonFirst}

${asData}`,
  elements: "chunks",
  list: "verdicts",
  element: { reason: words, isUseful: flag },
});

export const judgeChunkUtilization = defineBatch({
  about: "chunks.utilization",
  prompt: `You find out which pieces of context went into an answer. For each chunk of text, decide whether "answer" makes use of it.

"isUtilized" is true when the answer states something that stands in the chunk, in whatever words, or plainly builds on it, and false when
nothing in the answer can be traced to it. Information so common that the answer would say it anyway does not count as use.

${numbered("chunks")}
For each, first write in "reasoning" one short sentence that names what was taken over, or that nothing was, then the verdict.

${asData}`,
  elements: "chunks",
  list: "verdicts",
  element: { reasoning: words, isUtilized: flag },
});

export const extractTruth = defineQuestion({
  about: "truth.extract",
  prompt: `You take a right answer apart into the statements it consists of, so that one can look for each of them in other texts.

List the statements in "text" in order, one piece of information each, understandable alone: names instead of pronouns, numbers and units as
written. Leave out greetings and filler, state nothing twice, add nothing. A text without information has an empty list.

${asData}`,
  answer: { statements: texts },
});

export const judgeRecall = defineBatch({
  about: "truth.recall",
  prompt: `You judge whether a retriever found what was needed. For each statement of a right answer, decide whether the retrieved text in "context"
supports it.

"isSupported" is true when the context says it, or it follows from the context without outside knowledge, and false when a part of it is not there
or the context says otherwise. Numbers have to agree; wording does not.

${numbered("statements")}
${reasonFirst}

${asData}`,
  elements: "statements",
  list: "verdicts",
  element: { reason: words, isSupported: flag },
});

export const judgeSufficiency = defineQuestion({
  about: "context.sufficiency",
  prompt: `You decide whether "context" alone is enough to answer "query" completely.

First write "reasoning": what the question needs, and what of it the context gives or lacks, in one to three sentences. Then "isSufficient": true when a careful
reader could answer every part of the question from the context without knowing anything else; false when anything essential is missing,
unclear or contradicted.

${asData}`,
  answer: { reasoning: words, isSufficient: flag },
});
