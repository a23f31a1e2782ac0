/** Questions about the aspects of an answer: their concepts, and whether a response covers them. */
import { z } from "zod";
import { flag, reply, texts, words } from "../../judging/answer-shape.ts";
import { defineBatch, defineQuestion } from "../../judging/question.ts";
import { asData, numbered } from "./rules.ts";

const aspectDetails = z.array(reply({ aspectName: z.string(), concepts: texts.default([]) }));
const concepts = z.array(z.union([z.string(), z.number()])).default([]);

/** The fields of the reply about one aspect. */
const aspectReply = {
  aspect: words,
  reason: words,
  covered: flag,
  conceptsCovered: concepts,
  conceptsMissing: concepts,
};

export const decomposeAspects = defineQuestion({
  about: "aspects.decompose",
  prompt: `You prepare the check of an answer. "expectedAspects" are what a good answer to "query" has to deal with.

For each aspect, in the same order and with its own words as "aspectName", list the "concepts" that an answer must contain for the aspect to
be dealt with: one to four, each a short phrase that can be found in an answer or not. Take them from the aspect and the query; do not make
the aspect stricter than it is. Leave no aspect out and add none.

Example. query: "How do I return the shoes?" expectedAspects: ["Explains the return period"] gives
aspectsDetails: [{ "aspectName": "Explains the return period", "concepts": ["how many days", "from when the days are counted"] }]

${asData}`,
  answer: { aspectsDetails: aspectDetails },
});

const coverage = `- A concept is covered when the response says it, in whatever words. Mentioning its topic without saying it is not enough.
- "conceptsCovered" and "conceptsMissing" repeat the concepts of the aspect word for word; each of them stands in exactly one of the two.
- "covered" is true when the response deals with the aspect as a whole so that the person asking would be served.
- What is not written in the response is not there. Do not fill gaps from your own knowledge.`;

export const checkAspects = defineBatch({
  about: "aspects.check",
  prompt: `You check whether "response", an answer to "query", covers a list of expected aspects. "aspectDetails" holds the concepts of each aspect; where
there is an "expectedOutput", it shows what a complete answer looks like.

${coverage}

${numbered("expectedAspects")} Repeat the aspect in "aspect".
For each, first write in "reason" one short sentence, then the rest.

${asData}`,
  elements: "expectedAspects",
  list: "aspectResults",
  element: aspectReply,
});

export const decomposeCriteria = defineQuestion({
  about: "criteria.decompose",
  prompt: `You turn criteria written in prose into a checklist. "criteria" says what a good answer to "query" must do.

Find the two to four key aspects of the criteria and give their names as "keyAspects". For each aspect give in "aspectDetails" two to four
"concepts": short phrases of which one can say by reading an answer whether it contains them. Stay with what the criteria ask; criteria with
a single demand may have one aspect. Aspects do not overlap, and no concept occurs twice.

Example. criteria: "Must name the price including tax and say how to pay." gives
keyAspects: ["Price", "Payment"], aspectDetails: [
  { "aspectName": "Price", "concepts": ["the amount", "that tax is included"] },
  { "aspectName": "Payment", "concepts": ["the ways to pay", "where or when to pay"] }]

${asData}`,
  answer: { keyAspects: texts, aspectDetails },
});

export const checkCriteria = defineBatch({
  about: "criteria.check",
  prompt: `You check whether "response", an answer to "query", meets "criteria", which were broken down into aspects with concepts ("aspectDetails"). Where
there is an "expectedOutput", it shows what a good answer looks like.

${coverage}
- Where "checkForContradictions" is true, also look for what speaks against the criteria: a concept that the response contradicts, gets wrong
  or takes back elsewhere is missing, even if it is also mentioned, and its aspect is not covered.

${numbered("keyAspects")} Repeat the aspect in "aspect".
For each, first write in "reason" one short sentence, then the rest.

${asData}`,
  elements: "keyAspects",
  list: "aspectResults",
  element: aspectReply,
});
